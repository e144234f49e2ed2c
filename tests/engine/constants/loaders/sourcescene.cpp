// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/constants/loaders/sourcescene.h"

#include "tests/engine/constants/loadscene.h"

#include <utility>

namespace weightless::testing {

SourceScene::SourceScene(std::shared_ptr<const ByteSource> byteSource, std::string bytes)
    : source(std::move(byteSource))
    , content(std::move(bytes))
{
}

void SourceScene::add(uint64_t offset, uint64_t size)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = "w" + std::to_string(store->count());
    info->descriptor = {DataType::UInt8, {static_cast<int64_t>(size)}};
    info->sizeBytes = size;
    info->source.range = ResourceRange {source, offset, size};
    store->add(std::move(info), true);
}

std::string SourceScene::expected(size_t index) const
{
    const auto& range = std::get<ResourceRange>(store->info(index).source.range);
    return content.substr(range.offsetBytes, range.lengthBytes);
}

bool SourceScene::isLoaded(const std::shared_ptr<vulkan::Device>& device) const
{
    return testing::isLoaded(device, *store, [this](size_t index) { return expected(index); });
}

} // namespace weightless::testing
