"""One include brings everything: usage umbrella.py ROOT

trace2/trace2.hpp reaches every public header except the optional ones, and none of those.
"""

import sys

import project


def reachable(headers, name):
    found, waiting = set(), [name]
    while waiting:
        name = waiting.pop()
        if name in headers and name not in found:
            found.add(name)
            waiting += headers[name].own_includes
    return found


def violations(headers):
    found = reachable(headers, project.UMBRELLA)
    for header in headers.values():
        if header.is_optional and header.name in found:
            yield f"{header.name}: optional, but {project.UMBRELLA} includes it"
        elif not header.is_optional and not header.is_private and header.name not in found:
            yield f"{header.name}: public, but {project.UMBRELLA} does not include it"


if __name__ == "__main__":
    headers = project.headers(sys.argv[1])
    if project.UMBRELLA not in headers:
        project.skip(f"there is no {project.UMBRELLA} yet")
    project.finish(list(violations(headers)))
