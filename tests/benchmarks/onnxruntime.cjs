// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: NODE_PATH=FOLDER/node_modules node onnxruntime.cjs PROVIDER MODEL [REPEAT]
// Runs a model with ONNX Runtime's Node.js module (npm install onnxruntime-node) on an execution provider, cpu, webgpu or cuda,
// and prints milliseconds from the start to the session, to the first result, and of a run in the middle, results on the CPU.
// Inputs are of ones, free dimensions 1. Beside `weightless-cli run MODEL --repeat N`, in turn on an idle machine.
// WebGPU is Vulkan on Linux, so that both run on one device; Mesa's software driver serves it from 24 on.
"use strict";
const runtime = require("onnxruntime-node");
const [provider, model, repeat = "5"] = process.argv.slice(2);

const arrays = {
    float32: Float32Array, float64: Float64Array, float16: Uint16Array, int64: BigInt64Array, uint64: BigUint64Array,
    int32: Int32Array, uint32: Uint32Array, int16: Int16Array, uint16: Uint16Array, int8: Int8Array, uint8: Uint8Array, bool: Uint8Array,
};
const ones = { int64: 1n, uint64: 1n, float16: 0x3c00 };

function inputOf({ type, shape }) {
    const sizes = shape.map((size) => (typeof size === "number" ? size : 1));
    const data = new arrays[type](sizes.reduce((product, size) => product * size, 1)).fill(ones[type] ?? 1);
    return new runtime.Tensor(type, data, sizes);
}

async function main() {
    const start = performance.now();
    const session = await runtime.InferenceSession.create(model, { executionProviders: [provider] });
    const created = performance.now() - start;
    const feeds = Object.fromEntries(session.inputMetadata.map((input) => [input.name, inputOf(input)]));
    const times = [];
    let first = 0;
    for (let run = 0; run <= Number(repeat); ++run) {
        const begin = performance.now();
        const results = await session.run(feeds);
        await Promise.all(Object.values(results).map((result) => result.getData()));
        if (run === 0) {
            first = performance.now() - start;
        } else {
            times.push(performance.now() - begin);
        }
    }
    times.sort((a, b) => a - b);
    console.log(JSON.stringify({ provider, model, created, first, median: times[times.length >> 1], least: times[0] }));
}

main().catch((error) => {
    console.error(String(error));
    process.exit(1);
});
