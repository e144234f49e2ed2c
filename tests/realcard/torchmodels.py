#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The models of bench_models in PyTorch, as its users write and run them (eager), for a table beside bench_models' own.

usage: torchmodels.py [--device cuda|cpu] [--type fp16|fp32] [--repeat N] [--count] [NAME…]

Each NAME chooses the models whose names begin with it. A run is timed from its start until its result is there; the
median of N counts (20), after three that do not. Where images are convolved, memory is laid out as PyTorch does by default
and as `channels_last`; both are printed. `--count` runs nothing and prints numbers of parameters. Weights are random:
the same sizes and the same operations are what is compared. Needs PyTorch (1.13 or newer) and torchvision."""
import argparse
import statistics
import time

import torch
import torchvision
from unet import Unet
from decoder import Decoder

WORDS = 512  # of a prompt, and of what a token attends to


def image(batch):
    return lambda make: (make(batch, 3, 224, 224),)


def unet_inputs(make):
    return make(2, 4, 64, 64), make(2), make(2, 77, 768)


def classifier(name, batch, **options):
    return lambda: getattr(torchvision.models, name)(weights=None, **options), image(batch), True


# Of each name: what makes the model, what makes its inputs, whether it convolves images. bench_models' names.
MODELS = {
    "resnet50": classifier("resnet50", 1),
    "resnet50-batch32": classifier("resnet50", 32),
    "squeezenet": classifier("squeezenet1_1", 1),
    "googlenet": classifier("googlenet", 1, aux_logits=False, init_weights=False),
    "vgg16": classifier("vgg16", 1),
    "mobilenetv2": classifier("mobilenet_v2", 1),
    "vit-b": (lambda: torchvision.models.vit_b_16(weights=None), image(1), False),
    "unet-scale1": (Unet, unet_inputs, True),
    "decoder-prefill": (Decoder, lambda make: Decoder.inputs(make, 0, WORDS), False),
    "decoder-token": (Decoder, lambda make: Decoder.inputs(make, WORDS, 1), False),
}


def median_seconds(model, inputs, device, repeat):
    def run():
        begin = time.perf_counter()
        model(*inputs)
        if device.type == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter() - begin

    for _ in range(3):
        run()
    return statistics.median(run() for _ in range(repeat))


def measure(name, device, dtype, repeat):
    make_model, make_inputs, convolves = MODELS[name]
    model = make_model().eval().to(device, dtype)
    bytes_of_weights = sum(p.numel() * p.element_size() for p in model.parameters())
    inputs = make_inputs(lambda *shape: torch.randn(*shape, device=device).to(dtype))
    seconds = [median_seconds(model, inputs, device, repeat)]
    if convolves:
        model = model.to(memory_format=torch.channels_last)
        inputs = [x.to(memory_format=torch.channels_last) if x.dim() == 4 else x for x in inputs]
        seconds.append(median_seconds(model, inputs, device, repeat))
    times = "".join(f"{1e3 * s:11.2f} ms" for s in seconds)
    print(f"{name:22}{bytes_of_weights / 2**20:8.1f} MiB{times}", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--type", choices=["fp16", "fp32"], default="fp16")
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    chosen = [name for name in MODELS if not options.names or name.startswith(tuple(options.names))]
    if options.count:
        for name in chosen:
            print(f"{name:22}{sum(p.numel() for p in MODELS[name][0]().parameters()):12}")
        return
    device = torch.device(options.device)
    where = torch.cuda.get_device_name() if device.type == "cuda" else "the processor"
    print(f"PyTorch {torch.__version__} on {where}, {options.type}")
    print(f"{'model':22}{'weights':>12}{'as it is':>14}{'channels_last':>14}")
    with torch.inference_mode():
        for name in chosen:
            try:
                measure(name, device, torch.float16 if options.type == "fp16" else torch.float32, options.repeat)
            except RuntimeError as error:  # of a type or a size that this device does not take
                print(f"{name:22}{str(error).splitlines()[0]}", flush=True)


if __name__ == "__main__":
    main()
