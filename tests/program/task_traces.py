"""Random traces of tasks, and what is true of them.

A pool of threads runs tasks, which begin others, wait, and have regions. Each change of a task is kept with
its time, so that all sums can be computed without a word of the traces.
"""

import json
import random
from collections import defaultdict

BEGIN = 946684800


class Task:
    def __init__(self, number, label, begin, parent):
        self.number, self.label, self.begin, self.parent = number, label, begin, parent
        self.end = None
        self.regions = []
        self.thread = None
        self.changes = []  # (time, whether a thread runs it, names of its regions)

    def note(self, time):
        self.changes.append((time, self.thread is not None, tuple(self.regions)))


class Pool:
    """Times are in microseconds since the process began."""

    def __init__(self, seed, steps=300, threads=3):
        self.random = random.Random(seed)
        self.lines, self.tasks, self.open = [], {}, {}
        self.links = []
        self.now, self.length = 0, None
        self.main_runs = []
        self.threads = {f"th{i:02}:worker": None for i in range(1, threads + 1)}
        self.put("start", "main", t_abs=0.0, argv=["/bin/pool"])
        for thread in self.threads:
            self.put("thread_start", thread)
        self.now = 100
        self.join = self.now
        self.put("region_enter", "main", nesting=1, category="main", label="join", waits=True)
        self.begin("main", 0)
        for _ in range(steps):
            self.now += self.random.randrange(1, 500)
            self.step(self.random.choice(sorted(self.threads)))
        for thread in self.threads:
            self.now += 10
            if self.threads[thread]:
                self.pause(thread)
        for task in list(self.open.values())[: len(self.open) // 2]:
            self.now += 1
            self.finish("main", task)
        self.now += 10
        self.put("region_leave", "main", t_rel=(self.now - self.join) / 1e6, nesting=1, category="main",
                 label="join", waits=True)
        self.joined = self.now
        self.now += 100
        for thread in self.threads:
            self.put("thread_exit", thread, t_rel=self.now / 1e6)
        self.length = self.now
        self.put("atexit", "main", t_abs=self.now / 1e6, code=0)
        for task in self.open.values():
            task.end = self.now
            task.regions = []
            task.note(self.now)
        self.unfinished = len(self.open)

    def text(self):
        return "".join(self.lines).encode()

    def put(self, event, thread, **members):
        seconds, rest = divmod(self.now, 1_000_000)
        time = f"2000-01-01T00:00:{seconds:02}.{rest:06}Z"
        self.lines.append(json.dumps({"event": event, "sid": "S", "thread": thread, "time": time, **members}) + "\n")

    def begin(self, thread, parent):
        number = len(self.tasks) + 1
        task = Task(number, self.random.choice(("a", "b", "c")), self.now, parent)
        self.tasks[number] = self.open[number] = task
        self.put("task_begin", thread, task=number, parent=parent, category="t", label=task.label, msg=f"/{number}")
        task.note(self.now)
        if len(self.open) > 1 and self.random.random() < 0.5:
            other = self.random.choice(sorted(self.open))
            if other != number:
                kind = self.random.choice(("waits_for", "caused_by"))
                self.links.append((number, other, kind))
                self.put("task_link", thread, task=number, other=other, kind=kind)

    def step(self, thread):
        task = self.threads[thread]
        if task is None:
            ready = [one for one in self.open.values() if one.thread is None]
            if not ready:
                return self.begin("main", 0)
            task = self.random.choice(ready)
            self.put("task_run", thread, task=task.number)
            task.thread = thread
            self.threads[thread] = task
            return task.note(self.now)
        action = self.random.randrange(7)
        if action == 0:
            self.pause(thread)
        elif action == 1:
            self.begin(thread, self.random.choice((0, task.number)))
        elif action == 2 and len(self.open) > 1 and self.random.random() < 0.5:
            self.pause(thread)
            self.finish(thread, task)
        elif action in (3, 4) and len(task.regions) < 4:
            task.regions.append(self.random.choice(("r", "s", "lock")))
            self.region("enter", thread, task)
            task.note(self.now)
        elif action == 5 and task.regions:
            self.region("leave", thread, task)
            task.regions.pop()
            task.note(self.now)
        return None

    def region(self, verb, thread, task):
        members = {"waits": True} if task.regions[-1] == "lock" else {}
        self.put(f"task_region_{verb}", thread, task=task.number, nesting=len(task.regions), category="r",
                 label=task.regions[-1], **members)

    def pause(self, thread):
        task = self.threads[thread]
        self.put("task_pause", thread, task=task.number)
        self.threads[thread] = task.thread = None
        task.note(self.now)

    def finish(self, thread, task):
        self.put("task_end", thread, task=task.number, t_rel=(self.now - task.begin) / 1e6, category="t",
                 label=task.label)
        task.end = self.now
        task.regions = []
        task.note(self.now)
        del self.open[task.number]

    def pieces(self, task):
        """(length, whether a thread ran it, its regions) of the parts of its life."""
        for (begin, runs, regions), (end, _, _) in zip(task.changes, task.changes[1:]):
            yield end - begin, runs, regions

    def sums(self):
        """By label: total, running and the single totals of tasks."""
        result = defaultdict(lambda: [0, 0, []])
        for task in self.tasks.values():
            sums = result[task.label]
            sums[0] += task.end - task.begin
            sums[2].append(task.end - task.begin)
            sums[1] += sum(length for length, runs, regions in self.pieces(task)
                           if runs and regions[-1:] != ("lock",))
        return result

    def selves(self):
        """By label: the time in which regions worked in none inside."""
        result = defaultdict(int)
        for task in self.tasks.values():
            for length, runs, regions in self.pieces(task):
                if runs and regions and regions[-1] != "lock":
                    result[regions[-1]] += length
        return result

    def stacks(self):
        """By task and regions: the time in which threads ran them."""
        result = defaultdict(int)
        for task in self.tasks.values():
            for length, runs, regions in self.pieces(task):
                if runs and length:
                    result[";".join([f"task:t:{task.label}", *(f"r:{one}" for one in regions)])] += length
        return result

    def path(self):
        """By task and whether a thread ran it: the time that the join waited for it, a microsecond at a time."""
        result = defaultdict(int)
        ended = [task for task in self.tasks.values() if task.end <= self.joined]
        task = max(ended, key=lambda one: one.end)
        time = task.end
        while time > self.join:
            runs = [(begin, end) for (begin, is_running, _), (end, _, _) in zip(task.changes, task.changes[1:])
                    if is_running and begin < end]
            awaited = [other for other in ended if other.parent == task.number
                       or (task.number, other.number, "waits_for") in self.links]
            if any(begin < time <= end for begin, end in runs):
                result[task.number, True] += 1
                time -= 1
            elif time <= task.begin:
                causes = [other for number, other, kind in self.links
                          if number == task.number and kind == "caused_by"]
                cause = causes[-1] if causes else task.parent
                if not cause:
                    break
                task = self.tasks[cause]
            else:
                since = max([end for _, end in runs if end < time] + [task.begin, self.join])
                now = [other for other in awaited if since < other.end == time]
                if now:
                    task = now[0]
                else:
                    result[task.number, False] += 1
                    time -= 1
        return result
