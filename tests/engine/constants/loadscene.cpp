// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/constants/loadscene.h"

#include "engine/vulkan/recorder.h"

#include <QTest>

namespace weightless::testing {

void addLoadWays(const std::vector<LoadWay>& ways)
{
    QTest::addColumn<LoadWay>("way");
    for (const LoadWay& way : ways) {
        QTest::newRow(way.name) << way;
    }
}

LoadOptions optionsFor(LoadMode mode, std::optional<LoadPath> forcedPath, const Slices& slices)
{
    LoadOptions options;
    options.mode = mode;
    options.forcedPath = forcedPath;
    options.sliceBytes = slices.bytes;
    options.sliceCount = slices.count;
    options.readerCount = slices.readers;
    return options;
}

LoadOptions optionsFor(const LoadWay& way, const Slices& slices)
{
    return optionsFor(way.mode, way.path, slices);
}

LoadOptions streamed(uint64_t budgetBytes, std::optional<LoadPath> forcedPath)
{
    LoadOptions options = optionsFor(LoadMode::Streamed, forcedPath);
    options.deviceBudget = budgetBytes;
    return options;
}

LoadScene::LoadScene() = default;

void LoadScene::addConstant(DataType type, int64_t elements, std::optional<uint64_t> offsetBytes)
{
    Planned planned {"w" + std::to_string(count()), type, elements};
    planned.bytes = pattern(*byteCount(type, static_cast<uint64_t>(elements)));
    place(planned, planned.bytes, offsetBytes);
}

void LoadScene::addVarintConstant(const std::vector<int64_t>& values)
{
    Planned planned {"w" + std::to_string(count()), DataType::Int64, static_cast<int64_t>(values.size())};
    planned.encoding = SourceEncoding::Varint;
    planned.bytes.assign(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(int64_t));
    std::string encoded;
    for (const int64_t signedValue : values) {
        auto value = static_cast<uint64_t>(signedValue);
        for (; value >= 0x80; value >>= 7) {
            encoded += static_cast<char>(value | 0x80);
        }
        encoded += static_cast<char>(value);
    }
    place(planned, encoded, {});
}

void LoadScene::addMemoryConstant(int64_t elements)
{
    Planned planned {"w" + std::to_string(count()), DataType::Float32, elements};
    planned.bytes = pattern(static_cast<uint64_t>(elements) * 4);
    planned.isInMemory = true;
    m_constants.push_back(std::move(planned));
}

void LoadScene::finish()
{
    m_folder.write("weights.bin", m_data);
    const auto reference =
        std::make_shared<const FileReference>(FileReference {dataPath(), File::identityOf(dataPath())});
    for (const Planned& planned : m_constants) {
        auto info = std::make_shared<ConstantInfo>();
        info->name = planned.name;
        info->descriptor = {planned.type, {planned.elements}};
        info->sizeBytes = planned.bytes.size();
        if (planned.isInMemory) {
            const auto* bytes = reinterpret_cast<const std::byte*>(planned.bytes.data());
            auto block = std::make_shared<const std::vector<std::byte>>(bytes, bytes + planned.bytes.size());
            info->source.range = MemoryRange {std::move(block), 0, planned.bytes.size()};
        } else {
            info->source.range = FileRange {reference, planned.offsetBytes, planned.lengthBytes};
        }
        info->source.encoding = planned.encoding;
        m_store->add(std::move(info), true);
    }
}

bool LoadScene::isLoaded(const std::shared_ptr<vulkan::Device>& device) const
{
    return testing::isLoaded(device, *m_store, [this](size_t index) { return expected(index); });
}

std::string LoadScene::pattern(uint64_t bytes) const
{
    std::string text(bytes, '\0');
    uint64_t state = 0x9e3779b97f4a7c15ull * (count() + 1);
    for (char& byte : text) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        byte = static_cast<char>(state >> 56);
    }
    return text;
}

void LoadScene::place(Planned planned, const std::string& encoded, std::optional<uint64_t> offsetBytes)
{
    planned.offsetBytes = offsetBytes.value_or(m_data.size());
    planned.lengthBytes = encoded.size();
    m_data.resize(std::max<size_t>(m_data.size(), planned.offsetBytes + encoded.size()));
    m_data.replace(planned.offsetBytes, encoded.size(), encoded);
    m_constants.push_back(std::move(planned));
}

std::string deviceContent(const std::shared_ptr<vulkan::Device>& device, const ConstantStorage& storage)
{
    const uint64_t bytes = storage.range.sizeBytes;
    const auto readBack = std::make_shared<const vulkan::Buffer>(device->createReadbackBuffer(bytes));
    vulkan::CommandRecorder recorder(device);
    recorder.copy(storage.range, {readBack, 0, bytes});
    device->submit(recorder.finish()).wait();
    const auto mapped = readBack->mapped().first(bytes);
    return {reinterpret_cast<const char*>(mapped.data()), mapped.size()};
}

bool isLoaded(const std::shared_ptr<vulkan::Device>& device, const ConstantStore& store,
    const std::function<std::string(size_t index)>& expected)
{
    for (size_t i = 0; i < store.count(); ++i) {
        if (!store.isSet(i) || deviceContent(device, store.storage(i)) != expected(i)) {
            qWarning("constant %zu is wrong", i);
            return false;
        }
    }
    return true;
}

} // namespace weightless::testing
