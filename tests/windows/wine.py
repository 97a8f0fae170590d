"""Wine, ready to run programs for Windows."""

import os
import subprocess


class Wine:
    """A Windows 10 in DIRECTORY, whose server runs until the end of a with statement: to start it takes seconds."""

    def __init__(self, directory):
        self.environment = {name: value for name, value in os.environ.items() if "TRACE2" not in name} | {
            "HOME": str(directory),
            "WINEPREFIX": f"{directory}/wine",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "winemenubuilder.exe,mscoree,mshtml=d",
        }

    def __enter__(self):
        # The services outlive what starts them, and would hold its pipes open.
        for command in (
            ["wineserver", "-p"],
            ["wine", "wineboot", "-i"],
            ["wine", "winecfg", "-v", "win10"],
        ):
            with open(os.devnull, "r+b") as nothing:
                subprocess.run(
                    command, env=self.environment, stdin=nothing, stdout=nothing, stderr=nothing, check=False, timeout=120
                )
        return self

    def __exit__(self, *_):
        # The server would write into the directory while that is removed.
        for option in "-k", "-w":
            subprocess.run(["wineserver", option], env=self.environment, check=False)

    def shell(self):
        """Its cmd.exe, as a file."""
        return f"{self.environment['WINEPREFIX']}/drive_c/windows/system32/cmd.exe"

    def run(self, *command, timeout=120, **options):
        return subprocess.run(
            ["wine", *map(str, command)],
            env=self.environment | options.pop("variables", {}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=timeout,
            **options,
        )
