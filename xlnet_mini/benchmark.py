"""How fast a pretraining step is, next to transformers' XLNet with the same weights.

    python -m xlnet_mini.benchmark [--quick] [--device cpu|cuda] [--out FOLDER]

A step is forward, backward and AdamW, two streams. Both models run in this process, by turns, on one thread; time
is the processor time of the process, which other programs disturb less than the clock does (on a GPU: CUDA events,
both under bf16 autocast). Floating-point operations are those of the matrix products that were really executed,
forward and backward, counted by torch (FlopCounterMode); "of peak" divides them by the time and by the rate of one
large matrix product, measured before and after. Writes a table, the numbers as JSON, and a picture.
"""

import argparse
import json
import multiprocessing
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch.utils.flop_counter import FlopCounterMode

from xlnet_mini.benchmark_steps import GPU_SIZES, SIZES, Setting, make_steps


@dataclass
class Cost:
    """One model's step: median seconds, 10^9 operations in matrix products, share of peak rate, memory."""

    seconds: float
    gflop: float
    of_peak: float
    peak_mb: float | None


@dataclass
class Result:
    """One setting. `ratio` is the median over pairs of steps of reference seconds / our seconds."""

    setting: Setting
    ours: Cost
    reference: Cost | None
    ratio: float | None

    def __str__(self) -> str:
        s = self.setting
        tokens = s.B * s.T
        line = f"{s.T:5d} {s.M:5d} {s.K:4d} {s.B:4d} {s.dropout:8g}"
        for cost in (self.ours, self.reference):
            if cost is None:
                continue
            memory = "      -" if cost.peak_mb is None else f"{cost.peak_mb:7.0f}"
            line += f" |{tokens / cost.seconds:9.0f} {cost.gflop:7.1f} {cost.of_peak:5.0%} {memory}"
        return line if self.ratio is None else f"{line} |{self.ratio:6.2f}"


HEAD = (
    "    T     M    K    B  dropout | ours: tokens/s, GFLOP, of peak, MB "
    "| transformers: the same          | times as fast"
)


def settings(tokens: int, quick: bool) -> dict[str, list[Setting]]:
    """What is measured: the main sizes, and one series each over T, M and K; about `tokens` tokens a step."""

    def setting(T: int, M: int, K: int | None = None, dropout: float = 0.0) -> Setting:
        return Setting(T, M, K or T // 6, max(1, tokens // T), dropout)

    main = [setting(128, 128), setting(512, 512)]
    if quick:
        return {"main": main}
    return {
        "main": [*main, setting(128, 128, dropout=0.1)],
        "T": [setting(T, T) for T in (64, 128, 256, 512)],
        "M": [setting(128, M) for M in (0, 128, 256, 512)],
        "K": [setting(256, 256, K) for K in (32, 64, 128, 256)],
    }


def seconds_of(run: Callable[[], None], device: torch.device) -> float:
    """Processor seconds of one call; on a GPU, the seconds between two CUDA events."""
    if device.type == "cuda":
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        run()
        end.record()
        torch.cuda.synchronize()
        return start.elapsed_time(end) / 1000
    began = time.process_time()
    run()
    return time.process_time() - began


def product_rate(device: torch.device) -> float:
    """Floating-point operations a second of one large matrix product (fp32 on CPU, bf16 on a GPU): the best of 5."""
    n, dtype = (8192, torch.bfloat16) if device.type == "cuda" else (1024, torch.float32)
    a = torch.randn(n, n, device=device, dtype=dtype)
    return 2 * n**3 / min(seconds_of(lambda: a @ a, device) for _ in range(5))


def peak_megabytes(which: str, setting: Setting, sizes: dict[str, int], device_name: str) -> float | None:
    """Memory that two steps take above what the model and its inputs take, in MB of 10^6 bytes.

    Run in a process of its own: on a CPU it is the growth of the process's largest resident size.
    """
    device = torch.device(device_name)
    step = make_steps(setting, sizes, device)[which]
    if device.type == "cuda":
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        step(), step()
        return (torch.cuda.max_memory_allocated() - before) / 1e6
    torch.set_num_threads(1)
    before = _largest_resident_size()
    step(), step()
    after = _largest_resident_size()
    return None if before is None else (after - before) / 1e6


def _largest_resident_size() -> int | None:
    """Bytes, of this program since it was started; None where the system does not say (it does on Linux)."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    return next(1024 * int(line.split()[1]) for line in status.read_text().splitlines() if "VmHWM" in line)


def in_own_process(function: Callable, *arguments: object) -> object:
    """Call in a fresh process, so that what this one has used before does not count."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def gflop_of(run: Callable[[], None]) -> float:
    """Operations of all matrix products in one call, in 10^9."""
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops() / 1e9


def measure(
    setting: Setting, sizes: dict[str, int], device: torch.device, repeats: int, memory: bool
) -> Result:
    """Run both steps by turns, after one run of each that is not counted."""
    steps = make_steps(setting, sizes, device)
    rate = product_rate(device)
    gflop = {name: gflop_of(step) for name, step in steps.items()}
    seconds = {name: [] for name in steps}
    for _ in range(repeats):
        for name, step in steps.items():
            seconds[name].append(seconds_of(step, device))
    rate = max(rate, product_rate(device))
    costs = {}
    for name in steps:
        median = statistics.median(seconds[name])
        peak = in_own_process(peak_megabytes, name, setting, sizes, str(device)) if memory else None
        costs[name] = Cost(median, gflop[name], 1e9 * gflop[name] / median / rate, peak)
    ratio = None
    if "reference" in steps:
        pairs = zip(seconds["reference"], seconds["ours"], strict=True)
        ratio = statistics.median(theirs / ours for theirs, ours in pairs)
    return Result(setting, costs["ours"], costs.get("reference"), ratio)


def draw(results: dict[str, list[Result]], file: Path) -> None:
    """Tokens a second over T, over M and over K, for both models."""
    from matplotlib.figure import Figure

    series = [name for name in ("T", "M", "K") if name in results]
    figure = Figure(figsize=(4 * len(series), 3.2), layout="constrained")
    titles = {"T": "length T (memory M = T)", "M": "memory M (T = 128)", "K": "targets K (T = M = 256)"}
    for axes, name in zip(figure.subplots(1, len(series), squeeze=False)[0], series, strict=True):
        x = [getattr(r.setting, name) for r in results[name]]
        for label, style in (("ours", "o-"), ("reference", "s--")):
            costs = [getattr(r, label) for r in results[name]]
            if None not in costs:
                y = [r.setting.B * r.setting.T / c.seconds for r, c in zip(results[name], costs, strict=True)]
                axes.plot(x, y, style, label={"ours": "xlnet_mini", "reference": "transformers"}[label])
        axes.set(title=titles[name], xlabel=name, ylabel="tokens a second", ylim=(0, None), xticks=x)
        axes.legend()
    figure.savefig(file, dpi=120)


def main(arguments: list[str] | None = None) -> None:
    """Measure, print the table, write table, numbers and picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the two main sizes only")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--repeats", type=int, default=9, help="runs of each model and setting")
    parser.add_argument("--out", type=Path, default=Path("runs/benchmark"))
    given = parser.parse_args(arguments)
    device = torch.device(given.device)
    torch.set_num_threads(1)
    sizes, tokens = (GPU_SIZES, 16384) if device.type == "cuda" else (SIZES, 1024)
    given.out.mkdir(parents=True, exist_ok=True)
    name = torch.cuda.get_device_name() if device.type == "cuda" else "one thread of the processor"
    rate = f"{product_rate(device) / 1e9:.0f} GFLOP/s in a large matrix product"
    lines = [f"torch {torch.__version__}, {name}, {rate}; {sizes}", HEAD]
    print(*lines, sep="\n", flush=True)
    results: dict[str, list[Result]] = {}
    for series, members in settings(tokens, given.quick).items():
        results[series] = []
        for setting in members:
            result = measure(setting, sizes, device, given.repeats, memory=series == "main")
            results[series].append(result)
            lines.append(str(result))
            print(result, flush=True)
    (given.out / "table.txt").write_text("\n".join(lines) + "\n")
    numbers = {series: [asdict(r) for r in members] for series, members in results.items()}
    (given.out / "results.json").write_text(json.dumps(numbers, indent=1) + "\n")
    if not given.quick:
        draw(results, given.out / "benchmark.png")


if __name__ == "__main__":
    main()
