// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"
#include "engine/runtime/graph.h"

#include <QAbstractTableModel>

#include <map>
#include <utility>
#include <vector>

namespace weightless::ui {

[[nodiscard]] QString toString(InputKind kind);
// The same with the numbers that a picture's pixels become: "image, 0 … 1".
[[nodiscard]] QString toString(InputKind kind, ImageRange range);
// One number for both, as the Source column is edited with it.
[[nodiscard]] constexpr int sourceCode(InputKind kind, ImageRange range = ImageRange::ZeroToOne)
{
    return static_cast<int>(kind) + 256 * static_cast<int>(range);
}

// One row per graph input, and where its values come from. Source and Value can be edited.
class InputModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Type, ShapeColumn, Source, Value, ColumnCount };
    enum Role { SourceRole = Qt::UserRole };

    explicit InputModel(QObject* parent = nullptr);

    // Sources of inputs that were there before, by name, are kept, and of those that were not the ones of
    // `known`.
    void setInputs(std::vector<GraphPort> inputs, const std::map<std::string, InputSource>& known = {});
    void setShapes(const std::map<std::string, Shape>& shapes);
    [[nodiscard]] const std::vector<GraphPort>& inputs() const { return m_inputs; }
    [[nodiscard]] const InputSource& source(int row) const { return m_sources[static_cast<size_t>(row)]; }
    void setSource(int row, const InputSource& source);
    void setSources(const std::map<std::string, InputSource>& sources); // by name; others keep theirs
    [[nodiscard]] std::map<std::string, InputSource> sources() const;
    // Those that somebody chose: not what inputs begin with, and no file that is still to be chosen.
    [[nodiscard]] std::map<std::string, InputSource> chosenSources() const;
    // What the Source column can be set to, as sourceCode() numbers it.
    [[nodiscard]] std::vector<std::pair<int, QString>> choices(int row) const;
    // A row whose value is a file's path.
    [[nodiscard]] bool takesFile(int row) const;
    // Whether a row can be filled from a file of this name: a tensor, or a picture where the input is one.
    [[nodiscard]] bool canTakeFile(int row, const QString& path) const;
    void setFile(int row, const QString& path); // one that it can take
    // Why a row cannot be used as it is; empty when it can.
    [[nodiscard]] QString problem(int row) const;
    // Why the row's value cannot be `text`, as it is typed; empty when it can.
    [[nodiscard]] QString mistakeIn(int row, const QString& text) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString valueText(const InputSource& source) const;
    [[nodiscard]] bool setValueText(InputSource& source, const QString& text) const;
    [[nodiscard]] QString problemOfTexts(int row, const QString& name) const;
    [[nodiscard]] QString mistakeIn(int row, const InputSource& source) const;

    std::vector<GraphPort> m_inputs;
    std::vector<InputSource> m_sources;
};

} // namespace weightless::ui
