"""What is installed, and that nothing else is built for it: usage install.py ROOT BUILD_DIR MESON"""

import json
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

import package
import project
from compiler import Compiler
from package import run

PREFIX = "usr/local"

# Whether find_package accepts the installed version, 0.2.0 say, for a request.
REQUESTS = """\
cmake_minimum_required(VERSION 3.16)
project(requests NONE)
file(WRITE ${PACKAGE}/trace2-config.cmake)
foreach(request IN LISTS REQUESTS)
  unset(trace2_DIR CACHE)
  find_package(trace2 ${request} QUIET CONFIG PATHS ${PACKAGE} NO_DEFAULT_PATH)
  message(STATUS "request ${request}:${trace2_FOUND}")
endforeach()
"""


def expected_files(root):
    yield from (f"include/{name}" for name in package.files_below(Path(root, "include")))
    yield "share/cmake/trace2/trace2-config-version.cmake"
    yield "share/cmake/trace2/trace2-config.cmake"
    yield "share/licenses/trace2/LICENSE"
    yield "share/pkgconfig/trace2.pc"


class Install:
    def __init__(self, root, build_dir, meson, directory):
        self.root = root
        self.meson = meson
        self.directory = directory
        self.compiler = {"CXX": shlex.join(Compiler(build_dir).compiler)}

    def setup(self, name, *options):
        build = self.directory / name
        # A distribution asks for all features; the command is not among those that it gets unasked.
        run(self.meson, "setup", build, self.root, f"--prefix=/{PREFIX}", "-Dauto_features=enabled", *options, **self.compiler)
        return build

    def flags(self, build, stage, *options):
        """The include directory that pkg-config finds in the stage."""
        run(self.meson, "install", "-C", build, DESTDIR=str(stage))
        moved = stage.with_name(f"{stage.name} moved".replace(" ", "-"))
        (stage / PREFIX).rename(moved)
        found = run("pkg-config", *options, "--cflags-only-I", "trace2", PKG_CONFIG_PATH=f"{moved}/share/pkgconfig")
        return Path(found.strip().removeprefix("-I")).resolve(), (moved / "include").resolve()

    def accepted_by_cmake(self, build):
        """Requests for versions, and whether CMake finds that this version fulfils them."""
        package = self.directory / "package"
        package.mkdir()
        shutil.copy(build / ".cmake/trace2-config-version.cmake", package)
        (self.directory / "CMakeLists.txt").write_text(REQUESTS, encoding="utf-8")
        version = json.loads(run(self.meson, "introspect", build, "--projectinfo"))["version"]
        major, minor, patch = map(int, version.split("."))
        requests = {
            version: True,
            f"{major}.{minor}": True,
            f"{major}": True,
            f"{major}.{minor}.{patch + 1}": False,
            f"{major}.{minor + 1}": False,
            f"{major + 1}": False,
            f"{major}.{minor}...{major + 1}": True,
        }
        if minor > 0:
            requests[f"{major}.{minor - 1}"] = major > 0
        options = [f"-DPACKAGE={package}", f"-DREQUESTS={';'.join(requests)}"]
        said = run("cmake", "-S", self.directory, "-B", self.directory / "cmake", *options)
        for request, is_accepted in requests.items():
            if (f"request {request}:1\n" in said) != is_accepted:
                yield f"CMake {'rejects' if is_accepted else 'accepts'} {version} for a request of {request}"

    def violations(self):
        build = self.setup("plain")
        # What only runs when it is asked for, as "docs" does, is not built.
        targets = json.loads((build / "meson-info/intro-targets.json").read_text())
        if targets := [target for target in targets if target["type"] != "run"]:
            yield f"builds {[target['name'] for target in targets]} without being asked"

        stage = self.directory / "stage"
        run(self.meson, "install", "-C", build, DESTDIR=str(stage))
        installed, expected = package.files_below(stage / PREFIX), set(expected_files(self.root))
        yield from (f"{name}: is not installed" for name in sorted(expected - installed))
        yield from (f"{name}: is installed" for name in sorted(installed - expected))
        run("ninja", "-C", build, "uninstall", DESTDIR=str(stage))
        yield from (f"{name}: is not uninstalled" for name in sorted(package.files_below(stage)))

        found = run(self.meson, "devenv", "-C", build, "pkg-config", "--cflags", "trace2")
        # It names no directory with a blank.
        if " " not in self.root and f"-I{self.root}/include" not in shlex.split(found):
            yield f"meson devenv: pkg-config says {found}"

        if shutil.which("cmake"):
            yield from self.accepted_by_cmake(build)

        relocatable = self.setup("relocatable", "-Dpkgconfig.relocatable=true")
        for made, options in ((build, ["--define-prefix"]), (relocatable, [])):
            found, include = self.flags(made, self.directory / f"stage-{made.name}", *options)
            if found != include:
                yield f"{made.name}: after a move pkg-config says {found}, not {include}"

        plan = self.program_plan()
        completions = ("bash-completion/completions/trace2", "fish/vendor_completions.d/trace2.fish", "zsh/site-functions/_trace2")
        wanted = {"{bindir}/trace2", "{mandir}/man1/trace2.1", *(f"{{datadir}}/{path}" for path in completions)}
        if plan and plan != wanted:
            yield f"-Dprogram=enabled also installs {plan}"

    def program_plan(self):
        """Where the command and its files go; nothing where it can't be built."""
        build = self.setup("program", "-Dprogram=auto", "-Dauto_features=auto")
        plan = json.loads(run(self.meson, "introspect", build, "--install-plan"))
        kinds = ("targets", "man", "data")
        names = {file["destination"] for kind in kinds for file in plan.get(kind, {}).values()}
        return {name for name in names if "licenses" not in name and "pkgconfig" not in name}


def main(root, build_dir, meson):
    if shutil.which("pkg-config") is None:
        project.skip("pkg-config is not installed")
    with tempfile.TemporaryDirectory() as directory:
        project.finish(list(Install(root, build_dir, meson, Path(directory)).violations()))


if __name__ == "__main__":
    main(*sys.argv[1:])
