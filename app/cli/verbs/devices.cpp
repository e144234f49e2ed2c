// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"
#include "app/cli/output/text.h"
#include "app/cli/verbs/verbs.h"
#include "app/version/version.h"
#include "engine/base/bytes.h"
#include "engine/base/version.h"
#include "engine/onnx/onnxversion.h"
#include "engine/runtime/context.h"
#include "engine/vulkan/headerversion.h"

namespace weightless::cli {

namespace {

Json deviceJson(const vulkan::DeviceInfo& device)
{
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
        {"float16", traits.hasFloat16},
        {"int64", traits.hasInt64},
        {"max_storage_buffer_bytes", traits.maxStorageBufferRangeBytes},
        {"max_allocation_bytes", traits.maxAllocationBytes},
        {"usable", device.isUsable},
        {"unusable_reason", device.isUsable ? Json() : Json(device.unusableReason)},
    };
}

int devices(const Arguments& arguments, const Environment& environment)
{
    const std::vector<vulkan::DeviceInfo> all = listDevices(environment.console.logSink());
    if (arguments.has("--json")) {
        Json list = Json::array();
        for (const vulkan::DeviceInfo& device : all) {
            list.push_back(deviceJson(device));
        }
        const Json builtWith {{"vulkan_headers", vulkan::headerVersion()}, {"onnx", onnx_io::onnxVersion()}};
        print(jsonText(Json {{"devices", list}, {"version", version()}, {"built_with", builtWith}}));
        return exitDone;
    }
    TextTable table({{"device", Align::Right}, {"name"}, {"type"}, {"memory", Align::Right}, {"Vulkan"},
        {"driver"}, {"zero-copy"}, {"usable"}});
    for (const vulkan::DeviceInfo& device : all) {
        table.addRow({std::to_string(device.index), device.traits.name,
            std::string(vulkan::toString(device.traits.type)), formatBytes(device.deviceMemoryBytes),
            device.apiVersion, device.driverName + " " + device.driverVersion,
            device.traits.hasUnifiedMemory && device.traits.hasExternalMemoryHost ? "yes" : "no",
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
