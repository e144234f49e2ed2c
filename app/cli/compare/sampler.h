// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/outputfile.h"
#include "engine/memory/memorymeter.h"

#include <chrono>
#include <exception>
#include <memory>
#include <thread>

namespace weightless::cli {

// Writes what a job holds, line by line while it works, as a CSV file: one row at the beginning, one every
// 50 ms from a thread of its own (in the first seconds more, so that a short job has a curve, too), one at
// the end, with which the file takes its name. Where more was held between two rows, as the meter says, that
// is a row as well: the highest ones are the peaks that are counted. Nobody else asks the meter so meanwhile.
class MemorySampler {
public:
    // Nobody else uses the file meanwhile, which outlives this.
    MemorySampler(OutputFile& file, std::shared_ptr<MemoryMeter> meter);
    ~MemorySampler();
    MemorySampler(const MemorySampler&) = delete;
    MemorySampler& operator=(const MemorySampler&) = delete;

    // From now on the file takes its name also when the job fails or is cancelled: where the memory went
    // until then is what one wants to know. Before (the model cannot even be opened) a file that is there
    // stays.
    void keepRows() { m_keepsRows = true; }

    // The last row. Io when not everything could be written.
    void finish();

private:
    void sample();
    void writeRow(double seconds, const MemorySnapshot& held, const MemoryHighest& sums);
    [[nodiscard]] std::chrono::steady_clock::duration interval() const; // until the next row
    void stop();

    OutputFile& m_file; // the thread's own between construction and stop()
    std::shared_ptr<MemoryMeter> m_meter;
    std::chrono::steady_clock::time_point m_start;
    bool m_keepsRows = false;
    std::exception_ptr m_failure; // the thread's
    std::jthread m_thread;
};

} // namespace weightless::cli
