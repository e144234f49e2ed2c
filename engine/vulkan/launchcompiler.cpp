// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/launchcompiler.h"

#include "engine/memory/memorymeter.h"
#include "engine/vulkan/recorder.h"

#include <utility>

namespace weightless::vulkan {

namespace {

DeviceOptions forCompiling(DeviceOptions options)
{
    options.onlyCompiles = true;
    return options;
}

} // namespace

LaunchCompiler::LaunchCompiler(const Device& device, DeviceOptions options)
    : m_device(device.createSibling(std::make_shared<MemoryMeter>(), forCompiling(std::move(options))))
    , m_pipelines(m_device)
{
}

LaunchCompiler::~LaunchCompiler() = default;

void LaunchCompiler::compile(
    const KernelCode& code, std::span<const uint32_t> specialization, KernelMode mode)
{
    CommandRecorder recorder(m_device);
    recorder.launchEmpty(m_pipelines.pipeline(code, specialization, mode));
    m_device->submit(recorder.finish()).wait();
}

std::vector<KernelStatistic> LaunchCompiler::statistics(
    const KernelCode& code, std::span<const uint32_t> specialization, KernelMode mode)
{
    return statisticsOf(*m_pipelines.pipeline(code, specialization, mode));
}

} // namespace weightless::vulkan
