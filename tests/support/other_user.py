"""What root needs to run a program as another user, who may enter neither root's home nor each temporary directory."""

import os
import shutil
import tempfile
from pathlib import Path


def _lets_all_run_programs(directory):
    path = Path(directory).resolve()
    try:
        return (all(each.stat().st_mode & 1 for each in (path, *path.parents))
                and not os.statvfs(path).f_flag & os.ST_NOEXEC)
    except OSError:
        return False


def open_directory():
    """A new temporary directory that every user may enter; None where there is no place for one."""
    for place in (tempfile.gettempdir(), "/tmp", "/var/tmp"):
        if _lets_all_run_programs(place):
            made = tempfile.TemporaryDirectory(dir=place)  # pylint: disable=consider-using-with
            os.chmod(made.name, 0o755)
            return made
    return None


def copied(program, directory):
    """The path of a copy that every user may run."""
    copy = str(Path(directory, Path(program).name))
    shutil.copyfile(program, copy)
    os.chmod(copy, 0o755)
    return copy
