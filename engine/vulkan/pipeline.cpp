// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/pipeline.h"

#include "engine/base/error.h"
#include "engine/vulkan/internal/floatmodes.h"
#include "engine/vulkan/internal/kernelsupport.h"
#include "engine/vulkan/internal/pipelinecachefile.h"
#include "engine/vulkan/internal/pipelineinternals.h"
#include "engine/vulkan/internal/result.h"

#include <atomic>
#include <cstring>
#include <future>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace weightless::vulkan {

using PipelineKey = std::tuple<const uint32_t*, std::vector<uint32_t>, KernelMode>;
using PipelineFuture = std::shared_future<std::shared_ptr<const Pipeline>>;

struct PipelineLibraryInternals {
    std::shared_ptr<DeviceInternals> device;
    std::filesystem::path path;
    bool isCacheLoaded = false;
    PipelineCacheHandle cache;
    std::atomic<bool> hasRefusedMatrices {false};
    mutable std::mutex mutex; // of what follows
    std::map<PipelineKey, PipelineFuture> pipelines;
    bool hasNews = false;
};

namespace {

PipelineCacheHandle createCache(const DeviceInternals& device, std::span<const std::byte> data)
{
    VkPipelineCacheCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
    info.initialDataSize = data.size();
    info.pInitialData = data.data();
    VkPipelineCache cache = VK_NULL_HANDLE;
    device.check(device.calls.table.vkCreatePipelineCache(device.calls.handle, &info, nullptr, &cache),
        "create a pipeline cache");
    return PipelineCacheHandle(device.calls, cache);
}

// Vulkan 1.3, 10.7.4: the driver ignores data of another device, but need not survive a header that lies.
bool isForDevice(std::span<const std::byte> data, const DeviceInternals& device)
{
    VkPipelineCacheHeaderVersionOne header {};
    if (data.size() < sizeof(header)) {
        return false;
    }
    std::memcpy(&header, data.data(), sizeof(header));
    VkPhysicalDeviceProperties properties {};
    device.instance->functions.vkGetPhysicalDeviceProperties(device.physical.handle, &properties);
    return header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE && header.headerSize >= sizeof(header)
        && header.vendorID == properties.vendorID && header.deviceID == properties.deviceID
        && std::memcmp(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

// Empty where the file holds nothing for this device.
std::vector<std::byte> storedData(const std::filesystem::path& path, const DeviceInternals& device)
{
    auto stored = readPipelineCacheFile(path);
    return stored && isForDevice(*stored, device) ? std::move(*stored) : std::vector<std::byte> {};
}

std::vector<std::byte> dataOf(VkPipelineCache cache, const DeviceInternals& device)
{
    std::vector<std::byte> data;
    size_t sizeBytes = 0;
    device.check(device.calls.table.vkGetPipelineCacheData(device.calls.handle, cache, &sizeBytes, nullptr),
        "size the pipeline cache");
    data.resize(sizeBytes);
    device.check(
        device.calls.table.vkGetPipelineCacheData(device.calls.handle, cache, &sizeBytes, data.data()),
        "read the pipeline cache");
    data.resize(sizeBytes);
    return data;
}

ShaderModuleHandle createModule(
    const DeviceInternals& device, std::span<const uint32_t> words, std::string_view name)
{
    VkShaderModuleCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    info.codeSize = words.size_bytes();
    info.pCode = words.data();
    VkShaderModule module = VK_NULL_HANDLE;
    device.check(device.calls.table.vkCreateShaderModule(device.calls.handle, &info, nullptr, &module),
        "load kernel " + std::string(name));
    return ShaderModuleHandle(device.calls, module);
}

using SubgroupSize = VkPipelineShaderStageRequiredSubgroupSizeCreateInfo;

void requireSubgroups(
    const WholeSubgroups& subgroups, SubgroupSize& size, VkPipelineShaderStageCreateInfo& stage)
{
    stage.flags |= VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    if (subgroups.isSizeChosen) {
        size.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
        size.requiredSubgroupSize = subgroups.size;
        stage.pNext = &size;
    }
}

PipelineKey keyOf(const KernelCode& code, std::span<const uint32_t> specialization, KernelMode mode)
{
    return {codeFor(code, mode).data(), {specialization.begin(), specialization.end()}, mode};
}

// Whether the failure is the kernel's: drivers that cannot compile one also say that the CPU's memory is used
// up. That the device's is used up may pass.
bool isRefusal(VkResult result)
{
    return result < 0 && result != VK_ERROR_DEVICE_LOST && result != VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

void checkCompiled(
    VkResult result, const SpirvSummary& summary, const KernelCode& code, PipelineLibraryInternals& library)
{
    const std::string name(code.name);
    if (summary.uses(matrixCapability) && isRefusal(result)) {
        library.hasRefusedMatrices.store(true, std::memory_order_relaxed);
        throw MatrixRefusal("The driver of " + library.device->physical.info.traits.name
                + " cannot compile kernel " + name
                + ", which multiplies matrices at once as the driver says it can: "
                + std::string(resultName(result)) + " (" + std::to_string(static_cast<int>(result)) + ")",
            result == VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    library.device->check(result, "compile kernel " + name);
}

std::shared_ptr<const Pipeline> createPipeline(PipelineLibraryInternals& library, const KernelCode& code,
    std::span<const uint32_t> specialization, KernelMode mode)
{
    const DeviceInternals& device = *library.device;
    const std::span<const uint32_t> words = codeFor(code, mode);
    const SpirvSummary summary = summarizeSpirv(words, code.name);
    checkKernelShape(summary, code, mode);
    checkCapabilities(summary, code, device.physical.info.traits, &device.enabledFeatures, &device.physical);

    std::vector<VkSpecializationMapEntry> entries;
    for (uint32_t i = 0; i < specialization.size(); ++i) {
        entries.push_back({i, static_cast<uint32_t>(i * sizeof(uint32_t)), sizeof(uint32_t)});
    }
    const VkSpecializationInfo specializationInfo {static_cast<uint32_t>(entries.size()), entries.data(),
        specialization.size_bytes(), specialization.data()};
    const ShaderModuleHandle module =
        createModule(device, withFloatModes(words, summary, device.physical.floatControls), code.name);
    VkComputePipelineCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.flags = VK_PIPELINE_CREATE_DISPATCH_BASE;
    if (device.tellsStatistics()) {
        info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    }
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module.get();
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = &specializationInfo;
    SubgroupSize subgroupSize {};
    if (const auto subgroups = subgroupsFor(summary, device.physical.info.traits)) {
        requireSubgroups(*subgroups, subgroupSize, info.stage);
    }
    const KernelLayout& layout = library.device->kernelLayout(summary.bindingCount, summary.texelSlots);
    info.layout = layout.pipeline.get();

    auto internals = std::make_unique<PipelineInternals>();
    internals->device = library.device;
    internals->name = code.name;
    internals->mode = mode;
    internals->layout = &layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    const VkResult result = device.calls.table.vkCreateComputePipelines(
        device.calls.handle, library.cache.get(), 1, &info, nullptr, &pipeline);
    checkCompiled(result, summary, code, library);
    internals->handle = PipelineHandle(device.calls, pipeline);
    return std::make_shared<const Pipeline>(std::move(internals));
}

} // namespace

MatrixRefusal::MatrixRefusal(std::string message, bool mayPass)
    : Error(ErrorKind::Unsupported, std::move(message))
    , m_mayPass(mayPass)
{
}

Pipeline::Pipeline(std::unique_ptr<PipelineInternals> internals)
    : m_internals(std::move(internals))
{
}

Pipeline::~Pipeline() = default;

const std::string& Pipeline::name() const
{
    return m_internals->name;
}

KernelMode Pipeline::mode() const
{
    return m_internals->mode;
}

PipelineLibrary::PipelineLibrary(
    const std::shared_ptr<const Device>& device, const std::filesystem::path& cacheFolder)
    : m_internals(std::make_unique<PipelineLibraryInternals>())
{
    m_internals->device = device->internals();
    std::vector<std::byte> data;
    if (!cacheFolder.empty()) {
        m_internals->path =
            cacheFolder / ("pipelines-" + m_internals->device->physical.info.cacheKey + ".bin");
        data = storedData(m_internals->path, *m_internals->device);
        m_internals->isCacheLoaded = !data.empty();
        if (m_internals->isCacheLoaded) {
            noteCacheUse(m_internals->path);
        }
    }
    m_internals->cache = createCache(*m_internals->device, data);
}

PipelineLibrary::~PipelineLibrary()
{
    try {
        save();
    } catch (...) {
        logTo(m_internals->device->instance->log, LogLevel::Warning, currentError().message());
    }
}

std::shared_ptr<const Pipeline> PipelineLibrary::pipeline(
    const KernelCode& code, std::span<const uint32_t> specialization, KernelMode mode)
{
    const PipelineKey key = keyOf(code, specialization, mode);
    std::promise<std::shared_ptr<const Pipeline>> promise;
    PipelineFuture future;
    {
        const std::scoped_lock lock(m_internals->mutex);
        const auto [entry, isNew] = m_internals->pipelines.try_emplace(key);
        if (isNew) {
            entry->second = promise.get_future().share();
        } else {
            future = entry->second;
        }
    }
    if (future.valid()) {
        return future.get(); // waits while another thread compiles it
    }
    try {
        std::shared_ptr<const Pipeline> created = createPipeline(*m_internals, code, specialization, mode);
        promise.set_value(created);
        const std::scoped_lock lock(m_internals->mutex);
        m_internals->hasNews = true;
        return created;
    } catch (...) {
        // Those who wait fail too; the next call tries again.
        promise.set_exception(std::current_exception());
        const std::scoped_lock lock(m_internals->mutex);
        m_internals->pipelines.erase(key);
        throw;
    }
}

bool PipelineLibrary::has(
    const KernelCode& code, std::span<const uint32_t> specialization, KernelMode mode) const
{
    const std::scoped_lock lock(m_internals->mutex);
    return m_internals->pipelines.contains(keyOf(code, specialization, mode));
}

void PipelineLibrary::save()
{
    {
        const std::scoped_lock lock(m_internals->mutex);
        if (m_internals->path.empty() || !m_internals->hasNews) {
            return;
        }
        m_internals->hasNews = false;
    }
    // Others, in this process and outside, may have written since it was read.
    const DeviceInternals& device = *m_internals->device;
    const PipelineCacheHandle all = createCache(device, storedData(m_internals->path, device));
    const VkPipelineCache own = m_internals->cache.get();
    device.check(device.calls.table.vkMergePipelineCaches(device.calls.handle, all.get(), 1, &own),
        "merge pipeline caches");
    const std::vector<std::byte> data = dataOf(all.get(), device);
    // What would be refused when it is read is not kept: Mesa 26.2's software device cuts its own header off.
    if (isForDevice(data, device)) {
        writePipelineCacheFile(m_internals->path, data);
        removeUnusedCaches(m_internals->path, device.physical.info.uuid);
    }
}

bool PipelineLibrary::takeMatrixRefusal()
{
    return m_internals->hasRefusedMatrices.exchange(false, std::memory_order_relaxed);
}

size_t PipelineLibrary::pipelineCount() const
{
    const std::scoped_lock lock(m_internals->mutex);
    return m_internals->pipelines.size();
}

const std::filesystem::path& PipelineLibrary::cachePath() const
{
    return m_internals->path;
}

bool PipelineLibrary::isCacheLoaded() const
{
    return m_internals->isCacheLoaded;
}

} // namespace weightless::vulkan
