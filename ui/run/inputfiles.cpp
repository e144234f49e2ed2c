// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputfiles.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/images/imagefile.h"
#include "engine/inputs/tensorio.h"
#include "engine/session/followingside.h"
#include "engine/session/inputshapes.h"
#include "ui/text/text.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace weightless::ui {

InputFiles::InputFiles(QObject* parent)
    : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        if (!m_isReading) // what was let go of has no result
            return;
        m_heads = m_watcher.result();
        m_isReading = false;
        emit wereRead();
    });
}

void InputFiles::read(const std::vector<ValueInfo>& inputs, const std::map<std::string, InputSource>& sources,
    const std::map<std::string, int64_t>& known)
{
    std::map<Choice, bool> files; // whether a shape follows it
    for (const auto& [name, source] : sources) {
        const bool isFile = source.kind == InputKind::File || source.kind == InputKind::Image;
        if (!isFile || source.path.empty())
            continue;
        const auto input = std::ranges::find(inputs, name, &ValueInfo::name);
        files[{source.kind, source.path}] |=
            input != inputs.end() && followingSide(*input, known).has_value();
    }
    m_isReading = !files.empty();
    if (!m_isReading) {
        m_watcher.setFuture({});
        m_heads.clear();
        return;
    }
    // Only the newest answer counts: the watcher lets go of the one before.
    m_watcher.setFuture(QtConcurrent::run([files] {
        Heads heads;
        for (const auto& [file, isFollowed] : files) {
            try {
                heads[file] = headOf(file, isFollowed);
            } catch (...) {
                heads[file].problem = fromUtf8(currentError().message());
            }
        }
        return heads;
    }));
}

InputFiles::Head InputFiles::headOf(const Choice& file, bool isFollowed)
{
    const auto& [kind, path] = file;
    Head head;
    if (kind == InputKind::File) {
        head.descriptor = readTensorDescriptor(path);
        return head;
    }
    checkImageFile(path); // whether it is damaged further on is seen when it is decoded
    if (isFollowed)
        head.picture = pictureSize(displayPath(path), {.kind = kind, .path = path});
    return head;
}

QString InputFiles::problem(const GraphPort& input, const InputSource& source) const
{
    const auto head = m_heads.find({source.kind, source.path});
    if (head == m_heads.end())
        return {};
    const auto& [held, picture, problem] = head->second;
    TensorDescriptor descriptor = held;
    descriptor.type = typeAsDeclared(held.type, input.descriptor.type);
    if (source.kind == InputKind::Image || !problem.isEmpty() || descriptor == input.descriptor)
        return problem;
    return tr("Input '%1' takes %2, but %3 holds %4.")
        .arg(fromUtf8(input.name), fromUtf8(toString(input.descriptor)), fromPath(source.path.filename()),
            fromUtf8(toString(descriptor)));
}

std::map<std::string, int64_t> InputFiles::sizes(
    const std::vector<ValueInfo>& inputs, const std::map<std::string, InputSource>& sources) const
{
    std::map<std::string, int64_t> result;
    for (const ValueInfo& input : inputs) {
        const auto source = sources.find(input.name);
        if (source == sources.end() || source->second.kind != InputKind::File)
            continue;
        const auto head = m_heads.find({InputKind::File, source->second.path});
        if (head == m_heads.end() || !head->second.problem.isEmpty())
            continue;
        TensorDescriptor descriptor = head->second.descriptor;
        descriptor.type = typeAsDeclared(descriptor.type, input.type);
        try {
            Model alone;
            alone.graph.inputs.push_back(input);
            for (const auto& [symbol, dimension] : fixInputShapes(alone, {{input.name, descriptor}}))
                result.emplace(symbol, dimension.size);
        } catch (const Error&) {
            continue; // of another type or rank, as problem() says
        }
    }
    return result;
}

std::optional<std::map<std::string, int64_t>> InputFiles::followingSizes(const std::vector<ValueInfo>& inputs,
    const std::map<std::string, InputSource>& sources, const std::map<std::string, int64_t>& known) const
{
    std::map<std::string, int64_t> result = sizesOfTexts(inputs, sources, known);
    for (const ValueInfo& input : inputs) {
        const auto source = sources.find(input.name);
        if (source == sources.end() || source->second.kind != InputKind::Image || source->second.path.empty())
            continue;
        const auto side = followingSide(input, known);
        if (!side)
            continue;
        const auto head = m_heads.find({InputKind::Image, source->second.path});
        if (head == m_heads.end() || (!head->second.picture && head->second.problem.isEmpty()))
            return std::nullopt;
        if (head->second.picture)
            result.emplace(side->symbol, side->sizeFor(*head->second.picture));
    }
    return result;
}

} // namespace weightless::ui
