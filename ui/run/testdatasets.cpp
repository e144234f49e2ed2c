// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/testdatasets.h"

#include "engine/base/error.h"
#include "engine/reference/testdata.h"
#include "ui/text/text.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace weightless::ui {

bool TestDataSet::fills(const std::map<std::string, InputSource>& sources) const
{
    return problem.isEmpty() && std::ranges::all_of(inputs, [&sources](const auto& input) {
        const auto source = sources.find(input.first);
        return source != sources.end() && source->second.kind == InputKind::File
            && toAbsolutePath(fromPath(source->second.path)) == input.second;
    });
}

TestDataSets::TestDataSets(QObject* parent)
    : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        if (m_watcher.future().resultCount() == 0) // what was let go of has none
            return;
        m_sets = m_watcher.result();
        emit changed();
    });
}

void TestDataSets::find(const ModelDocumentPtr& document)
{
    m_sets.clear();
    const bool isFile = document && !isWebAddress(fromPath(document->model.path));
    // Only the newest answer counts: the watcher lets go of the one before.
    m_watcher.setFuture(isFile ? QtConcurrent::run([document] { return setsBeside(document); })
                               : QFuture<std::vector<TestDataSet>>());
    emit changed();
}

const TestDataSet* TestDataSets::setThatFills(const std::map<std::string, InputSource>& sources) const
{
    const auto found =
        std::ranges::find_if(m_sets, [&sources](const TestDataSet& set) { return set.fills(sources); });
    return found == m_sets.end() ? nullptr : &*found;
}

// A folder that cannot be listed has none: nobody asked for them.
std::vector<TestDataSet> TestDataSets::setsBeside(const ModelDocumentPtr& document)
{
    std::vector<TestDataSet> sets;
    try {
        const std::filesystem::path model = toAbsolutePath(fromPath(document->model.path));
        for (const std::filesystem::path& folder : testDataSetsIn(model.parent_path()))
            sets.push_back(read(folder, document->model.graph));
    } catch (const std::filesystem::filesystem_error&) {
        return {};
    }
    return sets;
}

TestDataSet TestDataSets::read(const std::filesystem::path& folder, const ModelGraph& graph)
{
    TestDataSet set;
    set.name = fromPath(folder.filename());
    try {
        for (const auto& [input, file] : inputFilesOf(folder, graph)) {
            const bool isInput =
                std::ranges::find(graph.inputs, input.name, &ValueInfo::name) != graph.inputs.end();
            set.hasConstants |= !isInput;
            if (isInput)
                set.inputs.emplace(input.name, file);
            if (isInput && input.kind != "tensor")
                set.problem = tr("Input '%1' is no tensor, and the window fills tensors alone: "
                                 "'weightless-cli verify' takes this test data.")
                                  .arg(fromUtf8(input.name));
        }
        for (const auto& [output, file] : outputFilesOf(folder, graph))
            set.outputs.emplace(output.name, file);
    } catch (...) {
        set.problem = fromUtf8(currentError().message());
    }
    return set;
}

} // namespace weightless::ui
