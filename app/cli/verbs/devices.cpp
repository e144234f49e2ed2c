// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"
#include "app/cli/output/rates.h"
#include "app/cli/output/text.h"
#include "app/cli/platform/system.h"
#include "app/cli/verbs/verbs.h"
#include "app/version/version.h"
#include "engine/base/bytes.h"
#include "engine/base/version.h"
#include "engine/onnx/onnxversion.h"
#include "engine/ops/devicepolicy.h"
#include "engine/runtime/context.h"
#include "engine/runtime/devicelist.h"
#include "engine/vulkan/headerversion.h"

namespace weightless::cli {

namespace {

Json shapesJson(const std::vector<vulkan::MatrixShape>& shapes)
{
    Json list = Json::array();
    for (const vulkan::MatrixShape& shape : shapes) {
        Json entry {{"rows", shape.rows}, {"columns", shape.columns}, {"depth", shape.depth}, {"a", shape.a},
            {"b", shape.b}, {"c", shape.c}, {"result", shape.result}, {"scope", shape.scope},
            {"saturates", shape.saturates}};
        if (shape.isGranularity) {
            entry["group_invocations"] = shape.groupInvocations;
        }
        list.push_back(std::move(entry));
    }
    return list;
}

Json memoryJson(const vulkan::MemoryLayout& memory)
{
    Json heaps = Json::array();
    for (const vulkan::MemoryHeap& heap : memory.heaps) {
        heaps.push_back({{"bytes", heap.sizeBytes}, {"device_local", heap.isDeviceLocal}});
    }
    Json types = Json::array();
    for (const vulkan::MemoryType& type : memory.types) {
        types.push_back({{"heap", type.heap}, {"device_local", type.isDeviceLocal},
            {"host_visible", type.isHostVisible}, {"host_coherent", type.isHostCoherent},
            {"host_cached", type.isHostCached}, {"special", type.isSpecial}});
    }
    return {{"heaps", heaps}, {"types", types}};
}

// What the engine decides from them.
Json policyJson(const vulkan::DeviceTraits& traits, const vulkan::MemoryLayout& layout)
{
    const ops::DevicePolicy policy = ops::devicePolicy(traits);
    const vulkan::MemoryPolicy memory = vulkan::memoryPolicyFor(layout);
    return {{"large_products", nameOf(policy.largeProduct)},
        {"large_float16_products", nameOf(ops::largeProductFor(traits, DataType::Float16))},
        {"large_float16_convolutions",
            nameOf(ops::largeProductFor(traits, DataType::Float16, ops::SecondOperand::Image))},
        {"large_bfloat16_products", nameOf(ops::largeProductFor(traits, DataType::BFloat16))},
        {"most_vector_rows", policy.mostVectorRows}, {"neighbours", policy.mostItems},
        {"holds_rows", policy.holdsRows && traits.rowSubgroups.has_value()},
        {"blocks_float16_filters", ops::prefersBlockedFilters(traits, DataType::Float16)},
        {"steps_ahead", policy.stepsAhead}, {"winograd", policy.prefersWinograd},
        {"flash_attention", policy.prefersFlashAttention},
        {"operations_per_submission", policy.mostOperationsPerSubmission},
        {"mapped_weights", memory.hasMappedWeights},
        {"weight_types", memory.typesFor(vulkan::BufferIntent::Weights)},
        {"converts_on_device", memory.converter == vulkan::Converter::Device}};
}

Json factsJson(const vulkan::DeviceFacts& facts)
{
    return {{"vendor_id", facts.vendorId}, {"device_id", facts.deviceId}, {"driver_id", facts.driverId},
        {"processors", facts.processors},
        {"subgroup",
            {{"least", facts.leastSubgroupSize}, {"most", facts.mostSubgroupSize},
                {"can_choose", facts.canChooseSubgroupSize}, {"most_in_group", facts.mostSubgroupsInGroup},
                {"full", facts.hasFullSubgroups}, {"operations", facts.subgroupOperations}}},
        {"float_controls",
            {{"rounds_float16_to_even", facts.floatControls.roundsFloat16ToEven},
                {"keeps_float16_denormals", facts.floatControls.keepsFloat16Denormals},
                {"float64_does_as_float16", facts.floatControls.float64DoesAsFloat16},
                {"keeps_float16_specials", facts.floatControls.keepsFloat16Specials},
                {"keeps_float32_specials", facts.floatControls.keepsFloat32Specials}}},
        {"integer_dot_product",
            {{"present", facts.hasIntegerDotProduct}, {"int8_accelerated", facts.acceleratesInt8DotProduct},
                {"mixed_accelerated", facts.acceleratesMixedDotProduct}}},
        {"cooperative_matrix", shapesJson(facts.matrixShapes)},
        {"cooperative_matrix2", shapesJson(facts.matrixGranularities)},
        {"tensor_addressing", facts.hasTensorAddressing},
        {"cooperative_matrix2_reserved_shared_bytes", facts.reservedSharedBytes},
        {"cooperative_matrix_nv", facts.hasOldMatrices}, {"bfloat16", facts.hasBFloat16},
        {"memory", memoryJson(facts.memory)}};
}

Json deviceJson(const ListedDevice& listed)
{
    const vulkan::DeviceInfo& device = listed.info;
    const vulkan::DeviceTraits& traits = device.traits;
    return {
        {"index", device.index},
        {"name", traits.name},
        {"type", vulkan::toString(traits.type)},
        {"driver", device.driverName},
        {"driver_version", device.driverVersion},
        {"api_version", device.apiVersion},
        {"uuid", device.uuid},
        {"memory_bytes", device.deviceMemoryBytes},
        {"unified_memory", traits.hasUnifiedMemory},
        {"imports_host_memory", traits.hasExternalMemoryHost},
        {"binds_file_pages", traits.bindsFilePages},
        {"float16", traits.hasFloat16},
        {"float64", traits.hasFloat64},
        {"int64", traits.hasInt64},
        {"storage_16_bit", traits.has16BitStorage},
        {"storage_8_bit", traits.has8BitStorage},
        {"buffer_addresses", traits.hasBufferDeviceAddress},
        {"max_shared_memory_bytes", traits.maxSharedMemoryBytes},
        {"max_work_group_invocations", traits.maxWorkGroupInvocations},
        {"max_storage_buffer_bytes", traits.maxStorageBufferRangeBytes},
        {"max_allocation_bytes", traits.maxAllocationBytes},
        {"usable", device.isUsable},
        {"unusable_reason", device.isUsable ? Json() : Json(device.unusableReason)},
        {"facts", factsJson(listed.facts)},
        {"policy", policyJson(traits, listed.facts.memory)},
        {"rates", listed.rates ? ratesJson(*listed.rates) : Json()},
    };
}

int devices(const Arguments& arguments, const Environment& environment)
{
    if (arguments.has("--json")) {
        Json list = Json::array();
        for (const ListedDevice& device : listDeviceFacts(environment.console.logSink(), cacheFolder())) {
            list.push_back(deviceJson(device));
        }
        const Json builtWith {{"vulkan_headers", vulkan::headerVersion()}, {"onnx", onnx_io::onnxVersion()}};
        print(jsonText(Json {{"devices", list}, {"version", version()}, {"built_with", builtWith}}));
        return exitDone;
    }
    const std::vector<vulkan::DeviceInfo> all = listDevices(environment.console.logSink());
    TextTable table({{"device", Align::Right}, {"name"}, {"type"}, {"memory", Align::Right}, {"Vulkan"},
        {"driver"}, {"zero-copy"}, {"usable"}});
    for (const vulkan::DeviceInfo& device : all) {
        table.addRow({std::to_string(device.index), device.traits.name,
            std::string(vulkan::toString(device.traits.type)), formatBytes(device.deviceMemoryBytes),
            device.apiVersion, device.driverName + " " + device.driverVersion,
            device.traits.bindsFilePages ? "yes" : "no",
            device.isUsable ? "yes" : "no: " + device.unusableReason});
    }
    print(all.empty() ? "This machine has a Vulkan loader, but no device.\n" : table.toString());
    print("\n");
    print(versionText("weightless-cli", libraryVersions()));
    return exitDone;
}

} // namespace

Verb devicesVerb()
{
    return {
        {"devices", "Lists the Vulkan devices of this machine, the best one first.", {}, {jsonOption()}, ""},
        devices};
}

} // namespace weightless::cli
