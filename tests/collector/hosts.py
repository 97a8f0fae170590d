"""Hosts for a test: network namespaces of this machine, each with a line to it."""

import contextlib
import os
import subprocess


class Host:
    """Where commands run with `prefix`, and the test's own machine has the address `test`."""

    def __init__(self, test, *prefix):
        self.test = test
        self.prefix = prefix

    def command(self, *words):
        return [*self.prefix, *map(str, words)]


THIS_MACHINE = Host("127.0.0.1")


def ip(*arguments, check=True):
    subprocess.run(["ip", *arguments], check=check, capture_output=True, timeout=20)


def connect(name, number):
    """Makes a namespace with a network of its own; returns the test's address in it."""
    line = f"t2-{os.getpid()}-{number}"
    # Addresses that are for tests of networks (RFC 2544).
    test, host = f"198.18.{number}.1", f"198.18.{number}.2"
    ip("netns", "add", name)
    ip("link", "add", line, "type", "veth", "peer", "name", "eth0", "netns", name)
    ip("address", "add", f"{test}/30", "dev", line)
    ip("link", "set", line, "up")
    ip("-n", name, "address", "add", f"{host}/30", "dev", "eth0")
    ip("-n", name, "link", "set", "eth0", "up")
    ip("-n", name, "link", "set", "lo", "up")
    return test


@contextlib.contextmanager
def host(number):
    """A host that reaches others over networks only; this machine where the test may make none."""
    name = f"trace2-{os.getpid()}-{number}"
    try:
        made = Host(connect(name, number), "ip", "netns", "exec", name)
    except (OSError, subprocess.SubprocessError):
        made = THIS_MACHINE
    try:
        yield made
    finally:
        with contextlib.suppress(OSError):
            ip("netns", "delete", name, check=False)
