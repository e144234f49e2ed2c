// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

namespace weightless::cli {

// Writes what a job holds, line by line while it works, as a CSV file: one row at the beginning, one every
// 50 ms from a thread of its own, one at the end. A job that fails leaves the rows so far.
class MemorySampler {
public:
    // Io when the file cannot be written.
    MemorySampler(const std::filesystem::path& path, std::shared_ptr<const MemoryMeter> meter);
    ~MemorySampler();
    MemorySampler(const MemorySampler&) = delete;
    MemorySampler& operator=(const MemorySampler&) = delete;

    // The last row. Io when not everything could be written.
    void finish();

private:
    void writeRow();
    void stop();

    std::filesystem::path m_path;
    std::shared_ptr<const MemoryMeter> m_meter;
    std::chrono::steady_clock::time_point m_start;
    std::ofstream m_file; // the thread's own between construction and stop()
    std::jthread m_thread;
};

} // namespace weightless::cli
