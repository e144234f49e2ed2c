// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputfiles.h"

#include "engine/base/error.h"
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
    std::set<std::filesystem::path> paths;
    for (const auto& [name, source] : sources) {
        if (source.kind == InputKind::File && !source.path.empty())
            paths.insert(source.path);
    }
    m_isReading = !paths.empty();
    if (!m_isReading) {
        m_watcher.setFuture({});
        m_heads.clear();
        return;
    }
    // Only the newest answer counts: the watcher lets go of the one before.
    m_watcher.setFuture(QtConcurrent::run([paths] {
        Heads heads;
        for (const std::filesystem::path& path : paths) {
            try {
                heads[path].descriptor = readTensorDescriptor(path);
            } catch (...) {
                heads[path].problem = fromUtf8(currentError().message());
            }
        }
        return heads;
    }));
}

QString InputFiles::problem(const GraphPort& input, const InputSource& source) const
{
    const auto head = m_heads.find(source.path);
    if (source.kind != InputKind::File || head == m_heads.end())
        return {};
    const auto& [descriptor, problem] = head->second;
    if (!problem.isEmpty() || descriptor == input.descriptor)
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
        const auto head = m_heads.find(source->second.path);
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
