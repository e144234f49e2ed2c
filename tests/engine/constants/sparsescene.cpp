// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/constants/sparsescene.h"

namespace weightless::testing {

void SparseScene::addConstant(uint64_t offsetBytes, uint64_t sizeBytes)
{
    m_ranges.push_back({offsetBytes, sizeBytes});
}

void SparseScene::finish(uint64_t fileBytes)
{
    const auto path = m_folder.write("weights.bin", "");
    std::filesystem::resize_file(path, fileBytes);
    {
        std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
        for (size_t i = 0; i < m_ranges.size(); ++i) {
            stream.seekp(static_cast<std::streamoff>(m_ranges[i].offsetBytes));
            stream << beginMark(i);
            stream.seekp(
                static_cast<std::streamoff>(m_ranges[i].offsetBytes + m_ranges[i].sizeBytes - markBytes));
            stream << endMark(i);
        }
    }
    const auto reference =
        std::make_shared<const FileReference>(FileReference {path, File::identityOf(path)});
    for (const Range& range : m_ranges) {
        auto info = std::make_shared<ConstantInfo>();
        info->name = "w" + std::to_string(m_store->count());
        info->descriptor = {DataType::UInt8, {static_cast<int64_t>(range.sizeBytes)}};
        info->sizeBytes = range.sizeBytes;
        info->source.range = FileRange {reference, range.offsetBytes, range.sizeBytes};
        m_store->add(std::move(info), true);
    }
}

std::string SparseScene::mark(char kind, size_t index)
{
    std::string text = kind + std::to_string(index) + " ";
    text.resize(markBytes, '.');
    return text;
}

} // namespace weightless::testing
