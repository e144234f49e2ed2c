// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputfiles.h"

#include "engine/base/error.h"
#include "engine/images/imagefile.h"
#include "engine/inputs/tensorio.h"
#include "engine/session/inputshapes.h"
#include "ui/text/text.h"

#include <QtConcurrentRun>

#include <set>

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

void InputFiles::read(const std::map<std::string, InputSource>& sources)
{
    std::set<Choice> files;
    for (const auto& [name, source] : sources) {
        const bool isFile = source.kind == InputKind::File || source.kind == InputKind::Image;
        if (isFile && !source.path.empty())
            files.emplace(source.kind, source.path);
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
        for (const Choice& file : files) {
            try {
                if (file.first == InputKind::Image)
                    checkImageFile(
                        file.second); // whether it is damaged further on is seen when it is decoded
                else
                    heads[file].descriptor = readTensorDescriptor(file.second);
            } catch (...) {
                heads[file].problem = fromUtf8(currentError().message());
            }
        }
        return heads;
    }));
}

QString InputFiles::problem(const GraphPort& input, const InputSource& source) const
{
    const auto head = m_heads.find({source.kind, source.path});
    if (head == m_heads.end())
        return {};
    const auto& [descriptor, problem] = head->second;
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
        try {
            Model alone;
            alone.graph.inputs.push_back(input);
            for (const auto& [symbol, dimension] :
                fixInputShapes(alone, {{input.name, head->second.descriptor}}))
                result.emplace(symbol, dimension.size);
        } catch (const Error&) {
            continue; // of another type or rank, as problem() says
        }
    }
    return result;
}

} // namespace weightless::ui
