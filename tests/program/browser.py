"""A headless browser for tests of pages, driven over the pipe of the DevTools protocol."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find():
    """The path of a browser; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page. Use it in a with statement."""

    def __init__(self, path, width=1280, height=800):
        self.profile = tempfile.TemporaryDirectory()
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()

        def take_descriptors():
            # The protocol has the descriptors 3 and 4, which may be among those of the pipes.
            reading, writing = os.dup2(to_browser, 60), os.dup2(from_browser, 61)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--no-first-run", "--disable-background-networking", "--disable-extensions", "--hide-scrollbars",
             f"--user-data-dir={self.profile.name}", f"--window-size={width},{height}", "about:blank"],
            preexec_fn=take_descriptors, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.number = 0
        self.rest = b""
        self.session = None
        self.events = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.into)
        for _ in range(50):
            try:
                self.profile.cleanup()
                return
            except OSError:  # Its helpers still write.
                time.sleep(0.1)

    def receive(self, seconds=60):
        end = time.monotonic() + seconds
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.into], [], [], max(end - time.monotonic(), 0))
            if not ready:
                raise TimeoutError("the browser says nothing")
            got = os.read(self.into, 1 << 20)
            if not got:
                raise RuntimeError("the browser has ended")
            self.rest += got
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data) :]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def set_dark(self, is_dark):
        features = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
                    {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def open(self, address):
        """Opens a page and waits until it calls itself ready, or says that it has failed."""
        self.events.clear()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        for _ in range(600):
            state = self.evaluate("document.readyState === 'complete' && document.documentElement.dataset.ready")
            if state:
                return state
            time.sleep(0.05)
        raise TimeoutError(f"{address}: is never ready")

    def evaluate(self, expression):
        """The value of an expression of JavaScript, waited for if it is a promise."""
        done = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in done:
            raise RuntimeError(f"{expression}: {done['exceptionDetails']}")
        return done["result"].get("value")

    def key(self, name):
        """Presses and releases a key."""
        text = {"text": name} if len(name) == 1 else {"text": "\r"} if name == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name)

    def click(self, x, y):
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **button)

    def problems(self):
        """What the page has complained of, and the addresses that it has asked for."""
        self.evaluate("0")
        found = []
        for event in self.events:
            method, values = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(str(values["exceptionDetails"]))
            if method == "Log.entryAdded" or (method == "Runtime.consoleAPICalled" and values["type"] == "error"):
                found.append(str(values))
            if method == "Network.requestWillBeSent" and not values["request"]["url"].startswith("about:"):
                if values.get("type") != "Document" or "redirectResponse" in values:
                    found.append("request: " + values["request"]["url"])
        return found

    def picture(self):
        """A PNG file's content."""
        import base64
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
