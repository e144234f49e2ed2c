// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/datalocations.h"

#include "engine/base/error.h"
#include "engine/onnx/modelcopier.h"

#include <limits>
#include <memory>
#include <vector>

namespace weightless::onnx_io {

namespace {

// Remembers what it is asked for, and has everything.
class LocationList final : public ModelOrigin {
public:
    explicit LocationList(const std::filesystem::path& model)
        : m_model(File::open(model))
    {
        FileIdentity endless;
        endless.sizeBytes = std::numeric_limits<int64_t>::max();
        m_anything = std::make_shared<const FileReference>(FileReference {model, endless});
    }

    [[nodiscard]] std::filesystem::path path() const override { return m_model->path(); }
    [[nodiscard]] std::shared_ptr<const ByteSource> model() const override { return m_model; }
    [[nodiscard]] SourceRange modelRange() const override
    {
        return FileRange {m_anything, 0, m_model->sizeBytes()};
    }
    [[nodiscard]] SourceRange externalRange(const std::string& location) override
    {
        m_locations.insert(relativeLocation(location).lexically_normal());
        return FileRange {m_anything, 0, m_anything->identity.sizeBytes};
    }
    [[nodiscard]] std::shared_ptr<const ByteSource> openExternal(const SourceRange&) override
    {
        return m_model; // of which no byte is asked for: every constant stays hollow
    }

    [[nodiscard]] const std::set<std::filesystem::path>& locations() const { return m_locations; }

private:
    std::shared_ptr<const File> m_model;
    std::shared_ptr<const FileReference> m_anything;
    std::set<std::filesystem::path> m_locations;
};

} // namespace

std::optional<std::set<std::filesystem::path>> dataLocationsOf(
    const std::filesystem::path& model, const std::stop_token& stop)
{
    try {
        LocationList list(model);
        WireReader reader(list.model(), "ONNX model", WireReader::defaultBudgetBytes, stop);
        std::vector<OutgoingTensor> tensors;
        constexpr uint64_t noneOfTheModel = std::numeric_limits<uint64_t>::max();
        static_cast<void>(
            ModelCopier(reader, list, {.leastBytes = noneOfTheModel, .stopToken = stop}).copy(tensors));
        return list.locations();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::InvalidArgument) {
            return std::set<std::filesystem::path>();
        }
        if (error.kind() == ErrorKind::Cancelled) {
            throw;
        }
        return std::nullopt;
    }
}

} // namespace weightless::onnx_io
