// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/constants/loadoptions.h"
#include "engine/vulkan/device.h"
#include "tests/engine/temporaryfolder.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weightless::testing {

// What constants pass through, where a test is about it; 0 is chosen for the device.
struct Slices {
    uint64_t bytes = 0;
    unsigned count = 0;
    unsigned readers = 0;
};

// A way that constants take to the device, as a row of a test's table.
struct LoadWay {
    const char* name;
    LoadMode mode;
    std::optional<LoadPath> path {};
};
inline const std::vector<LoadWay> loadModes {{"streamed", LoadMode::Streamed},
    {"zero-copy", LoadMode::ZeroCopy}, {"conventional", LoadMode::Conventional}};

// The column "way" with a row for each.
void addLoadWays(const std::vector<LoadWay>& ways);

[[nodiscard]] LoadOptions optionsFor(
    LoadMode mode, std::optional<LoadPath> forcedPath = {}, const Slices& slices = {});
[[nodiscard]] LoadOptions optionsFor(const LoadWay& way, const Slices& slices = {});
// Of a streamed load under a device budget; 0: without one.
[[nodiscard]] LoadOptions streamed(uint64_t budgetBytes, std::optional<LoadPath> forcedPath = {});

// A data file with constants in it at given offsets, and the store that describes them.
class LoadScene {
public:
    LoadScene();

    // A constant of `elements` elements whose bytes begin at `offsetBytes` of the data file (behind what is
    // there when it is not given). Content is a pattern of its own.
    void addConstant(DataType type, int64_t elements, std::optional<uint64_t> offsetBytes = {});
    void addVarintConstant(const std::vector<int64_t>& values);
    void addMemoryConstant(int64_t elements);
    // Writes the file and fills the store. Nothing is added afterwards.
    void finish();

    [[nodiscard]] std::shared_ptr<ConstantStore> store() const { return m_store; }
    [[nodiscard]] std::filesystem::path dataPath() const { return m_folder / "weights.bin"; }
    [[nodiscard]] const std::string& expected(size_t index) const { return m_constants[index].bytes; }
    [[nodiscard]] size_t count() const { return m_constants.size(); }
    // Every constant, with its bytes.
    [[nodiscard]] bool isLoaded(const std::shared_ptr<vulkan::Device>& device) const;

private:
    struct Planned {
        std::string name;
        DataType type = DataType::Float32;
        int64_t elements = 0;
        std::string bytes {};
        uint64_t offsetBytes = 0;
        uint64_t lengthBytes = 0;
        SourceEncoding encoding = SourceEncoding::Raw;
        bool isInMemory = false;
    };

    [[nodiscard]] std::string pattern(uint64_t bytes) const;
    void place(Planned planned, const std::string& encoded, std::optional<uint64_t> offsetBytes);

    test::TemporaryFolder m_folder;
    std::string m_data;
    std::vector<Planned> m_constants;
    std::shared_ptr<ConstantStore> m_store = std::make_shared<ConstantStore>();
};

// What the device holds for a set constant.
[[nodiscard]] std::string deviceContent(
    const std::shared_ptr<vulkan::Device>& device, const ConstantStorage& storage);

// Whether every constant is set, and the device holds what is expected of it; a warning names the first that
// is wrong.
[[nodiscard]] bool isLoaded(const std::shared_ptr<vulkan::Device>& device, const ConstantStore& store,
    const std::function<std::string(size_t index)>& expected);

} // namespace weightless::testing
