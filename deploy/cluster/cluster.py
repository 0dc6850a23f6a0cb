"""`make cluster`: three NATS nodes, two houses and HAProxy before them, all on this machine, until Ctrl-C.

The same settings as in compose.yaml and the systemd units, with other ports. The journal stays in CLUSTER_DIR
(./build/cluster if not given), as do the token and the ports, so that the next start goes on with all games and
whoever reads the journal finds it at the same address.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from functools import partial
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import click

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCRIPTS = Path(sysconfig.get_path("scripts"))
NODES, HOUSES = 3, 2
NAMES = tuple(f"nats{number + 1}" for number in range(NODES))
BALANCER = "127.0.0.9"
"""From where HAProxy calls, so that the houses can be told from it when somebody calls one of them directly."""
PATIENCE = 30.0
"""Seconds for everything to come up."""
LOWEST_PORT, ABOVE_PORT = 10240, 32768


Process = subprocess.Popen[bytes]


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
    ports = kept_ports(directory / "ports.json")
    nodes, url = open_nodes(stack, directory, ports)
    houses, addresses = [], {}
    for number, own in enumerate(ports[3 * NODES :], 1):
        addresses[f"HOUSE{number}"] = f"127.0.0.1:{own}"
        command = [sys.executable, "-P", "-m", "parlour", "serve", "--telnet", f"127.0.0.1:{own}", "--proxy", BALANCER]
        houses.append(start(stack, command, {"PARLOUR_JOURNAL": url}, directory / f"house{number}.log"))
    for own in ports[3 * NODES :]:
        wait_for_port(own)
    check_free(port, "choose another with CLUSTER_PORT=N make cluster")
    command = [haproxy, "-db", "-f", str(HERE / "haproxy.cfg")]
    environment = {"LISTEN": f"127.0.0.1:{port}", "SOURCE": BALANCER, **addresses}
    balancer = start(stack, command, environment, directory / "haproxy.log")
    wait_for_port(port)
    click.echo(f"The houses are open: telnet 127.0.0.1 {port}")
    click.echo(f"One by one:           {' and '.join(f'telnet 127.0.0.1 {own}' for own in ports[3 * NODES :])}")
    click.echo(f"Processes:            NATS {listed(nodes)}; houses {listed(houses)}; HAProxy {balancer.pid}")
    click.echo(f"The journal and logs: {directory}")
    click.echo(f"For copy and scrub:   '{url}'")
    click.echo("Kill any one of them and go on playing. Ctrl-C closes all.")
    watch([*nodes, *houses, balancer])


def open_nodes(stack: ExitStack, directory: Path, ports: Sequence[int]) -> tuple[list[Process], str]:
    """Three nodes that are healthy, and the URL of their journal. Raises: CannotStart."""
    certificates = directory / "certificates"
    subprocess.run([str(HERE / "certificates.sh"), str(certificates), *NAMES], check=True)
    clients, monitors, routes = ports[:3], ports[3:6], ports[6:9]
    nodes = []
    for name, client, monitor, route in zip(NAMES, clients, monitors, routes, strict=True):
        given = certificates / name
        environment = {
            "NODE": name,
            "HOST": "127.0.0.1",
            "CLIENTS": f"127.0.0.1:{client}",
            "MONITOR": f"127.0.0.1:{monitor}",
            "NODES": f"127.0.0.1:{route}",
            "ROUTES": "[" + ", ".join(f"nats-route://127.0.0.1:{port}" for port in routes) + "]",
            "DATA": str(directory / name),
            "CA": str(given / "ca.pem"),
            "CERT": str(given / "node.pem"),
            "KEY": str(given / "node.key"),
        }
        command = [str(SCRIPTS / "nats-server"), "-c", str(given / "nats.conf")]
        nodes.append(start(stack, command, environment, directory / f"{name}.log"))
    for monitor in monitors:
        health = f"http://127.0.0.1:{monitor}/healthz"
        wait_for(partial(urlopen, health, timeout=1), f"{health} does not answer")
    servers = ",".join(f"127.0.0.1:{client}" for client in clients)
    own = quote(str(certificates / "house"))
    monitoring = ",".join(map(str, monitors))
    return nodes, f"nats://{servers}/parlour?tls=1&ca={own}/ca.pem&token-file={own}/token&monitor={monitoring}"


def listed(processes: Sequence[Process]) -> str:
    """Their numbers."""
    return ", ".join(str(process.pid) for process in processes)


def watch(processes: Sequence[Process]) -> None:
    """Wait until interrupted, or until nothing runs any more; say what ends."""
    left = list(processes)
    while left:
        for process in [process for process in left if process.poll() is not None]:
            left.remove(process)
            click.echo(f"Process {process.pid} has ended ({process.returncode}); the others go on.")
        time.sleep(0.5)


def start(stack: ExitStack, command: Sequence[str], environment: Mapping[str, str], log: Path) -> Process:
    """A process until the stack is closed, in a group of its own so that Ctrl-C reaches it through us only."""
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=out, stderr=out, cwd=ROOT, start_new_session=True
        )
    stack.callback(stop, process)
    return process


def stop(process: Process) -> None:
    """End a process, by force if it takes longer than ten seconds."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def kept_ports(file: Path) -> list[int]:
    """The ports of the cluster: those of its last start, or free ones, which are kept.

    Raises: CannotStart when somebody has one of them.
    """
    if not file.exists():
        ports = free_ports(3 * NODES + HOUSES)
        new = file.with_suffix(".new")
        new.write_text(json.dumps(ports))
        new.replace(file)
        return ports
    kept: list[int] = json.loads(file.read_text())
    for port in kept:
        check_free(port, f"end what uses it, or remove {file} to have other ports")
    return kept


def free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody uses now, below those that systems give to whoever wants any."""
    ports: list[int] = []
    while len(ports) < count:
        port = LOWEST_PORT + secrets.randbelow(ABOVE_PORT - LOWEST_PORT)
        with suppress(CannotStart):
            check_free(port, "")
            ports += [port] if port not in ports else []
    return ports


def check_free(port: int, instead: str) -> None:
    """Raises: CannotStart, with what to do instead, when somebody has the port already."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError as error:
            raise CannotStart(f"Port {port} is in use: {instead}.") from error


def wait_for_port(port: int) -> None:
    """Wait until somebody listens at a port. Raises: CannotStart."""
    wait_for(partial(socket.create_connection, ("127.0.0.1", port), 1), f"Nobody listens at port {port}")


def wait_for(answer: Callable[[], AbstractContextManager[object]], otherwise: str) -> None:
    """Wait until something can be opened. Raises: CannotStart, with what is wrong otherwise."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with answer():
                return
        except OSError:
            time.sleep(0.05)
    raise CannotStart(f"{otherwise}; look into the logs.")


if __name__ == "__main__":
    sys.exit(main())
