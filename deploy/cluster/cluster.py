"""`make cluster`: three NATS nodes, two houses and HAProxy before them, all on this machine, until Ctrl-C.

The same settings as in compose.yaml and the systemd units, with other ports. The journal stays in CLUSTER_DIR
(./build/cluster if not given), so that the next start goes on with all games.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

import click

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCRIPTS = Path(sysconfig.get_path("scripts"))
NODES, HOUSES = 3, 2
BALANCER = "127.0.0.9"
"""From where HAProxy calls, so that the houses can be told from it when somebody calls one of them directly."""
PATIENCE = 30.0
"""Seconds for everything to come up."""


Running = AbstractContextManager[subprocess.Popen[bytes]]


class CannotStart(Exception):
    """Something is missing; the text says what to do."""


def main() -> int:
    """Run the cluster."""
    directory = Path(os.environ.get("CLUSTER_DIR", ROOT / "build" / "cluster")).absolute()
    port = int(os.environ.get("CLUSTER_PORT", "2323"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with ExitStack() as stack:
            run(stack, directory, port)
    except CannotStart as error:
        click.echo(f"parlour: {error}", err=True)
        return 1
    except KeyboardInterrupt:
        click.echo("\nClosed; make cluster opens it again, with all games as they were.")
    return 0


def run(stack: ExitStack, directory: Path, port: int) -> None:
    """Start everything, say how to come in, and wait."""
    haproxy = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if haproxy is None or shutil.which("openssl") is None:
        raise CannotStart("The cluster needs HAProxy and OpenSSL: apt-get install haproxy openssl, then try again.")
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    certificates = directory / "certificates"
    if not (certificates / "node.pem").exists():
        subprocess.run([str(HERE / "certificates.sh"), str(certificates)], check=True)
    ports = free_ports(3 * NODES + HOUSES)
    clients, monitors, routes, houses = ports[:3], ports[3:6], ports[6:9], ports[9:]
    token = secrets.token_hex(16)
    processes = [
        stack.enter_context(node(directory, number, (clients[number], monitors[number]), routes, token))
        for number in range(NODES)
    ]
    for monitor in monitors:
        wait_for(f"http://127.0.0.1:{monitor}/healthz")
    servers = ",".join(f"127.0.0.1:{client}" for client in clients)
    url = f"nats://{token}@{servers}/parlour?tls=1&ca={certificates / 'ca.pem'}&monitor={','.join(map(str, monitors))}"
    processes += [stack.enter_context(house(directory, number, url, houses[number])) for number in range(HOUSES)]
    for each in houses:
        wait_for_port(each)
    environment = {
        "LISTEN": f"127.0.0.1:{port}",
        "SOURCE": BALANCER,
        **{f"HOUSE{n + 1}": f"127.0.0.1:{houses[n]}" for n in range(HOUSES)},
    }
    check_free(port)
    processes.append(
        stack.enter_context(
            started([haproxy, "-db", "-f", str(HERE / "haproxy.cfg")], environment, directory / "haproxy.log")
        )
    )
    wait_for_port(port)
    say(port, houses, processes, directory, url)
    watch(processes)


def say(
    port: int, houses: Sequence[int], processes: Sequence[subprocess.Popen[bytes]], directory: Path, url: str
) -> None:
    """Tell how to come in, and what can be tried."""
    nodes, each = processes[:NODES], processes[NODES : NODES + HOUSES]
    click.echo(f"The houses are open: telnet 127.0.0.1 {port}")
    click.echo(f"One by one:           telnet 127.0.0.1 {houses[0]} and telnet 127.0.0.1 {houses[1]}")
    click.echo(f"Processes:            NATS {listed(nodes)}; houses {listed(each)}; HAProxy {processes[-1].pid}")
    click.echo(f"The journal and logs: {directory}")
    click.echo(f"For copy and scrub:   '{url}'")
    click.echo("Kill any one of them and go on playing. Ctrl-C closes all.")


def listed(processes: Sequence[subprocess.Popen[bytes]]) -> str:
    """Their numbers."""
    return ", ".join(str(process.pid) for process in processes)


def watch(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    """Wait until interrupted, or until nothing runs any more; say what ends."""
    ended: set[int] = set()
    while len(ended) < len(processes):
        for process in processes:
            if process.poll() is not None and process.pid not in ended:
                ended.add(process.pid)
                click.echo(f"Process {process.pid} has ended ({process.returncode}); the others go on.")
        time.sleep(0.5)


def node(directory: Path, number: int, own: tuple[int, int], routes: Sequence[int], token: str) -> Running:
    """A node of NATS."""
    certificates = directory / "certificates"
    environment = {
        "NODE": f"nats{number + 1}",
        "CLIENTS": f"127.0.0.1:{own[0]}",
        "MONITOR": f"127.0.0.1:{own[1]}",
        "NODES": f"127.0.0.1:{routes[number]}",
        "ROUTES": "[" + ", ".join(f"nats-route://127.0.0.1:{port}" for port in routes) + "]",
        "DATA": str(directory / f"nats{number + 1}"),
        "TOKEN": token,
        "CA": str(certificates / "ca.pem"),
        "CERT": str(certificates / "node.pem"),
        "KEY": str(certificates / "node.key"),
    }
    log = directory / f"nats{number + 1}.log"
    return started([str(SCRIPTS / "nats-server"), "-c", str(HERE / "nats.conf")], environment, log)


def house(directory: Path, number: int, url: str, port: int) -> Running:
    """A house. The journal's address holds a secret, so it is in the environment and not on the command line."""
    command = [sys.executable, "-P", "-m", "frontends", "serve", "--telnet", f"127.0.0.1:{port}"]
    command += ["--proxy", BALANCER]
    return started(command, {"PARLOUR_JOURNAL": url}, directory / f"house{number + 1}.log")


@contextmanager
def started(command: Sequence[str], environment: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process until the block ends, in a group of its own so that Ctrl-C reaches it through us only."""
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=out, stderr=out, cwd=ROOT, start_new_session=True
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody uses now."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def check_free(port: int) -> None:
    """Raises: CannotStart when somebody has the port already."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError as error:
            raise CannotStart(f"Port {port} is in use: choose another with CLUSTER_PORT=N make cluster.") from error


def wait_for(url: str) -> None:
    """Wait until an address answers well. Raises: CannotStart."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with urlopen(url, timeout=1) as answer:
                if answer.status == 200:
                    return
        except OSError:
            pass
        time.sleep(0.05)
    raise CannotStart(f"{url} does not answer; look into the logs.")


def wait_for_port(port: int) -> None:
    """Wait until somebody listens at a port. Raises: CannotStart."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return
        except OSError:
            time.sleep(0.05)
    raise CannotStart(f"Nobody listens at port {port}; look into the logs.")


if __name__ == "__main__":
    sys.exit(main())
