"""A file system that is soon full, for one test."""

import ctypes
import os
import sys
import tempfile
import traceback
from pathlib import Path

NEW_MOUNTS, NEW_USERS = 0x00020000, 0x10000000  # of <sched.h>
NO_RIGHTS = 77


def _mount(path, size):
    """Whether a file system is at PATH now, for this process and its children only.

    Root needs mounts of its own for that. An ordinary user needs a user namespace, too, where the kernel allows one.
    """
    system = ctypes.CDLL(None)
    user, group = os.geteuid(), os.getegid()
    if system.unshare(NEW_MOUNTS if user == 0 else NEW_MOUNTS | NEW_USERS) != 0:
        return False
    try:
        if user != 0:
            maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
            for name, text in maps.items():
                Path("/proc/self", name).write_text(text, encoding="ascii")
    except OSError:
        return False
    # Fails where the root directory is no mount, as in a chroot; that is why the file system is taken away again.
    private, recursive = 1 << 18, 1 << 14
    system.mount(None, b"/", None, ctypes.c_ulong(private | recursive), None)
    return system.mount(b"tmpfs", os.fsencode(path), b"tmpfs", ctypes.c_ulong(0), f"size={size}".encode()) == 0


def on_small_disk(test, size="16k"):
    """Calls test(DIRECTORY) in a process of its own, with room for SIZE in the directory. False: nobody lets us mount.

    An exception of the test is printed there, and an AssertionError here.
    """
    with tempfile.TemporaryDirectory() as name:
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                if _mount(name, size):
                    try:
                        test(Path(name))
                        status = 0
                    finally:
                        ctypes.CDLL(None).umount2(os.fsencode(name), 2)  # MNT_DETACH
                else:
                    status = NO_RIGHTS
            except BaseException:  # pylint: disable=broad-except
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, NO_RIGHTS), f"ended with {status} on a small disk"
    return status == 0
