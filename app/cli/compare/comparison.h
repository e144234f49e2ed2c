// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/json.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace weightless::cli {

// One moment of a load.
struct CurvePoint {
    double seconds = 0;
    uint64_t cpuOverheadBytes = 0;
    uint64_t weightsBytes = 0;
    uint64_t activationsBytes = 0;
    uint64_t stagingBytes = 0;
};

// One way of loading a model, as its child process told it.
struct ComparedLoad {
    std::string label; // "streamed", "ONNX Runtime 1.30 (Node.js), CPU"
    bool isReference = false; // another program: only memory and seconds are known
    Json figures; // what `load --json` prints; null for a reference
    uint64_t peakBytes = 0; // the process's highest resident memory
    uint64_t baselineBytes = 0; // before the model was opened
    uint64_t anonymousBytes = 0; // when all was loaded, memory that no file backs; 0: the system does not say
    double seconds = 0; // from the file to ready
    std::vector<CurvePoint> curve; // in the order of time; empty for a reference

    [[nodiscard]] uint64_t overheadBytes() const; // CPU memory beyond the weights, exact
    [[nodiscard]] uint64_t deviceBytes() const;
    [[nodiscard]] std::string anonymousText() const; // "–" where it is not known
    [[nodiscard]] std::string paths() const; // "imported 1.6 GiB, direct 12 KiB"
};

struct Comparison {
    std::string model;
    std::string device;
    uint64_t weightBytes = 0;
    std::vector<ComparedLoad> loads; // zero-copy, streamed, conventional, then references

    // In sizes of the weights.
    [[nodiscard]] double timesModel(uint64_t bytes) const;
    // One sentence, from the numbers.
    [[nodiscard]] std::string conclusion() const;
    // For a terminal.
    [[nodiscard]] std::string toText() const;
    // The entries of "modes" are what `load --json` prints, with three more members.
    [[nodiscard]] Json toJson(bool withCurves) const;
};

// What `load --samples` wrote. Io, InvalidArgument.
[[nodiscard]] std::vector<CurvePoint> readCurve(const std::filesystem::path& path);

} // namespace weightless::cli
