// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"
#include "ui/document/modeldocument.h"

#include <QFutureWatcher>
#include <QObject>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace weightless::ui {

// A folder of test data (engine/reference/testdata.h), as the window uses it.
struct TestDataSet {
    QString name;
    std::map<std::string, std::filesystem::path> inputs, outputs; // by name
    bool hasConstants = false; // values for weights too, which keep their own
    QString problem; // why it cannot be used; empty where it can

    // Its inputs are filled from its files, all of them.
    [[nodiscard]] bool fills(const std::map<std::string, InputSource>& sources) const;
};

// The test data beside a model, found on another thread.
class TestDataSets : public QObject {
    Q_OBJECT

public:
    explicit TestDataSets(QObject* parent = nullptr);

    // Null, or a model of a server: there are none.
    void find(const ModelDocumentPtr& document);
    [[nodiscard]] const std::vector<TestDataSet>& sets() const { return m_sets; }
    // The first that fills them; null: none.
    [[nodiscard]] const TestDataSet* setThatFills(const std::map<std::string, InputSource>& sources) const;

signals:
    void changed();

private:
    [[nodiscard]] static std::vector<TestDataSet> setsBeside(const ModelDocumentPtr& document);
    [[nodiscard]] static TestDataSet read(const std::filesystem::path& folder, const ModelGraph& graph);

    std::vector<TestDataSet> m_sets; // by number
    QFutureWatcher<std::vector<TestDataSet>> m_watcher;
};

} // namespace weightless::ui
