// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/kernelstatistics.h"

#include "engine/vulkan/internal/pipelineinternals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace weightless::vulkan {

namespace {

double valueOf(const VkPipelineExecutableStatisticKHR& statistic)
{
    switch (statistic.format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
        return statistic.value.b32 != VK_FALSE ? 1 : 0;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
        return static_cast<double>(statistic.value.i64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
        return static_cast<double>(statistic.value.u64);
    default:
        return statistic.value.f64;
    }
}

uint32_t executableCount(const PipelineInternals& pipeline)
{
    VkPipelineInfoKHR info {};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR;
    info.pipeline = pipeline.handle.get();
    uint32_t count = 0;
    const auto& calls = pipeline.device->calls;
    pipeline.device->check(
        calls.table.vkGetPipelineExecutablePropertiesKHR(calls.handle, &info, &count, nullptr),
        "ask what became of kernel " + pipeline.name);
    return count;
}

std::vector<VkPipelineExecutableStatisticKHR> statisticsOf(
    const PipelineInternals& pipeline, uint32_t executable)
{
    VkPipelineExecutableInfoKHR info {};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR;
    info.pipeline = pipeline.handle.get();
    info.executableIndex = executable;
    uint32_t count = 0;
    const auto& calls = pipeline.device->calls;
    const auto read = [&](VkPipelineExecutableStatisticKHR* statistics) {
        pipeline.device->check(
            calls.table.vkGetPipelineExecutableStatisticsKHR(calls.handle, &info, &count, statistics),
            "read what became of kernel " + pipeline.name);
    };
    read(nullptr);
    VkPipelineExecutableStatisticKHR empty {};
    empty.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
    std::vector<VkPipelineExecutableStatisticKHR> statistics(count, empty);
    read(statistics.data());
    statistics.resize(std::min<size_t>(count, statistics.size()));
    return statistics;
}

} // namespace

std::vector<KernelStatistic> statisticsOf(const Pipeline& pipeline)
{
    const PipelineInternals& internals = pipeline.internals();
    if (!internals.device->tellsStatistics()) {
        return {};
    }
    std::vector<KernelStatistic> all;
    for (uint32_t i = 0; i < executableCount(internals); ++i) {
        for (const VkPipelineExecutableStatisticKHR& statistic : statisticsOf(internals, i)) {
            all.push_back({statistic.name, valueOf(statistic)});
        }
    }
    return all;
}

uint64_t scratchBytesOf(std::span<const KernelStatistic> statistics, uint32_t subgroupSize)
{
    struct Name {
        std::string_view name;
        bool isOfSubgroup = false;
    };
    // Of Mesa's drivers for AMD's and NVIDIA's cards, of Intel's, and of NVIDIA's own.
    constexpr std::array<Name, 4> names {
        {{"Scratch size", true}, {"SLM size"}, {"Scratch Memory Size", true}, {"Local Memory Size"}}};
    // Intel's driver says how many lanes it gave the kernel's subgroups.
    const auto width = std::ranges::find(statistics, "Max dispatch width", &KernelStatistic::name);
    const double lanes = std::max(1.0, width != statistics.end() ? width->value : double(subgroupSize));
    double bytes = 0;
    for (const KernelStatistic& statistic : statistics) {
        const auto* known = std::ranges::find(names, statistic.name, &Name::name);
        if (known != names.end()) {
            bytes = std::max(bytes, statistic.value / (known->isOfSubgroup ? lanes : 1.0));
        }
    }
    return static_cast<uint64_t>(std::ceil(bytes));
}

} // namespace weightless::vulkan
