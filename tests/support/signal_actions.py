"""The signals that are traced, and their default actions for a program that a test starts."""

import signal

TRACED = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE]


def restore_defaults():
    """Whoever runs the tests may ignore some: Python SIGPIPE, nohup SIGHUP, a shell's & SIGINT."""
    for signo in TRACED:
        signal.signal(signo, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TRACED)
