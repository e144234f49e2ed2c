// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/kernelcode.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace weightless::vulkan {

struct PipelineInternals;
struct PipelineLibraryInternals;

// The driver failed to compile a kernel on matrix units, which it says that it can. Unsupported.
class MatrixRefusal : public Error {
public:
    // `mayPass`: it said that the CPU's memory is used up, as drivers do that cannot compile a kernel, and as
    // others do where it is.
    MatrixRefusal(std::string message, bool mayPass);

    [[nodiscard]] bool mayPass() const { return m_mayPass; }

private:
    bool m_mayPass = false;
};

// A compute pipeline. Immutable; shared; keeps the device alive.
class Pipeline {
public:
    explicit Pipeline(std::unique_ptr<PipelineInternals> internals);
    ~Pipeline();
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    [[nodiscard]] const std::string& name() const; // the kernel's
    [[nodiscard]] KernelMode mode() const;

    [[nodiscard]] const PipelineInternals& internals() const { return *m_internals; }

private:
    std::unique_ptr<PipelineInternals> m_internals;
};

// Creates each pipeline once per device and keeps it. What the driver compiled is kept on disk in
// `<cacheFolder>/pipelines-<device and driver>.bin`; a file that is missing, foreign or corrupt is ignored
// and overwritten, and those of this device's other drivers go when they were not used for 90 days. Any
// thread; different pipelines compile in parallel.
class PipelineLibrary {
public:
    // Without a folder nothing is read or written.
    explicit PipelineLibrary(
        const std::shared_ptr<const Device>& device, const std::filesystem::path& cacheFolder = {});
    ~PipelineLibrary(); // saves; a failure to write goes to the log
    PipelineLibrary(const PipelineLibrary&) = delete;
    PipelineLibrary& operator=(const PipelineLibrary&) = delete;

    // `specialization[i]` is the value of constant_id i. The code's arrays must outlive the library.
    // Unsupported, naming kernel and feature, when the device lacks what the kernel needs; MatrixRefusal;
    // Internal for code that is not such a kernel.
    [[nodiscard]] std::shared_ptr<const Pipeline> pipeline(
        const KernelCode& code, std::span<const uint32_t> specialization, KernelMode mode);

    // Whether pipeline() was asked for it before: it is there, or somebody is compiling it.
    [[nodiscard]] bool has(
        const KernelCode& code, std::span<const uint32_t> specialization, KernelMode mode) const;

    // Writes the cache file when something new was compiled since it was read or written, with what others
    // have added to it meanwhile; the file is replaced whole or not at all. Io.
    void save();

    // Whether there was a MatrixRefusal, on whatever thread, since this was asked last.
    [[nodiscard]] bool takeMatrixRefusal();

    [[nodiscard]] size_t pipelineCount() const;
    [[nodiscard]] const std::filesystem::path& cachePath() const; // empty without a folder

    // The driver took the cache file's content at start.
    [[nodiscard]] bool isCacheLoaded() const;

private:
    std::unique_ptr<PipelineLibraryInternals> m_internals;
};

} // namespace weightless::vulkan
