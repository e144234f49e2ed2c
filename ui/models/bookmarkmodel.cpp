// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/bookmarkmodel.h"

#include "ui/text/text.h"
#include "widgets/plaintext.h"

#include <QSettings>

#include <algorithm>

namespace weightless::ui {

namespace {

const QString modelsKey = QStringLiteral("bookmarks");
const QString nodesKey = QStringLiteral("nodes");
const QString pathKey = QStringLiteral("path");
const QString nameKey = QStringLiteral("name");
const QString noteKey = QStringLiteral("note");

} // namespace

BookmarkModel::BookmarkModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

QString BookmarkModel::modelPath() const
{
    return m_document ? fromPath(m_document->model.path) : QString();
}

// Nodes without a name are known by the first value that they make.
QString BookmarkModel::nameOf(int node) const
{
    const auto& graph = m_document->graph;
    const auto& described = graph.nodes[static_cast<size_t>(node)];
    if (!described.name.isEmpty() || described.outputs.empty())
        return described.name;
    return graph.values[static_cast<size_t>(described.outputs.front())].name;
}

void BookmarkModel::setDocument(ModelDocumentPtr document)
{
    beginResetModel();
    m_document = std::move(document);
    m_nodes = markedNodes();
    endResetModel();
}

std::vector<int> BookmarkModel::markedNodes() const
{
    std::vector<int> nodes;
    const auto found = m_notes.constFind(modelPath());
    if (!m_document || found == m_notes.constEnd() || found->isEmpty())
        return nodes;
    for (int node = 0; node < static_cast<int>(m_document->graph.nodes.size()); ++node) {
        if (found->contains(nameOf(node)))
            nodes.push_back(node);
    }
    return nodes;
}

int BookmarkModel::rowOf(int node) const
{
    const auto found = std::lower_bound(m_nodes.begin(), m_nodes.end(), node);
    return found != m_nodes.end() && *found == node ? static_cast<int>(found - m_nodes.begin()) : -1;
}

void BookmarkModel::toggle(int node)
{
    const bool isNode = m_document && node >= 0 && static_cast<size_t>(node) < m_document->graph.nodes.size();
    if (!isNode || nameOf(node).isEmpty())
        return;
    const int row = rowOf(node);
    if (row < 0 && notes().size() >= mostBookmarks)
        return;
    beginResetModel(); // another node may have the same name
    m_edits.push_back({modelPath(), nameOf(node), row >= 0 ? std::nullopt : std::optional(QString())});
    apply(m_edits.back());
    m_nodes = markedNodes();
    endResetModel();
    emit changed();
}

void BookmarkModel::apply(const Edit& edit)
{
    if (edit.note)
        m_notes[edit.model].insert(edit.node, *edit.note);
    else
        m_notes[edit.model].remove(edit.node);
    m_paths.removeAll(edit.model);
    m_paths.prepend(edit.model);
}

void BookmarkModel::setNote(int node, const QString& note)
{
    const int row = rowOf(node);
    if (row < 0 || notes().value(nameOf(node)) == note)
        return;
    m_edits.push_back({modelPath(), nameOf(node), note});
    apply(m_edits.back());
    emit dataChanged(index(row, NoteColumn), index(row, NoteColumn));
    emit changed();
}

void BookmarkModel::restore(QSettings& settings)
{
    beginResetModel();
    m_edits.clear();
    read(settings);
    m_nodes = markedNodes();
    endResetModel();
}

void BookmarkModel::save(QSettings& settings)
{
    settings.sync();
    read(settings);
    for (const Edit& edit : m_edits)
        apply(edit);
    m_edits.clear();
    write(settings);
    settings.sync();
    if (std::vector<int> nodes = markedNodes(); nodes != m_nodes) {
        beginResetModel();
        m_nodes = std::move(nodes);
        endResetModel();
    } else if (!m_nodes.empty()) {
        emit dataChanged(index(0, NoteColumn), index(rowCount() - 1, NoteColumn));
    }
}

void BookmarkModel::read(QSettings& settings)
{
    m_notes.clear();
    m_paths.clear();
    const int models = std::min(settings.beginReadArray(modelsKey), mostModels);
    for (int model = 0; model < models; ++model) {
        settings.setArrayIndex(model);
        const QString path = settings.value(pathKey).toString();
        Notes notes;
        const int nodes = std::min(settings.beginReadArray(nodesKey), mostBookmarks);
        for (int node = 0; node < nodes; ++node) {
            settings.setArrayIndex(node);
            notes.insert(settings.value(nameKey).toString(), settings.value(noteKey).toString());
        }
        settings.endArray();
        m_notes.insert(path, notes);
        m_paths.append(path);
    }
    settings.endArray();
}

void BookmarkModel::write(QSettings& settings) const
{
    settings.remove(modelsKey);
    settings.beginWriteArray(modelsKey);
    int written = 0;
    for (const QString& path : m_paths) {
        const Notes notes = m_notes.value(path);
        if (notes.isEmpty() || written == mostModels)
            continue;
        settings.setArrayIndex(written++);
        settings.setValue(pathKey, path);
        settings.beginWriteArray(nodesKey, static_cast<int>(notes.size()));
        int node = 0;
        for (auto note = notes.constBegin(); note != notes.constEnd(); ++note) {
            settings.setArrayIndex(node++);
            settings.setValue(nameKey, note.key());
            settings.setValue(noteKey, note.value());
        }
        settings.endArray();
    }
    settings.endArray();
}

int BookmarkModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_nodes.size());
}

int BookmarkModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant BookmarkModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole))
        return {};
    const int node = nodeAt(index.row());
    const QString name = nameOf(node);
    const QString note = m_notes.value(modelPath()).value(name);
    const auto& described = m_document->graph.nodes[static_cast<size_t>(node)];
    const QString title = described.name.isEmpty() ? described.opType + QLatin1Char(' ') + name : name;
    if (role == Qt::ToolTipRole)
        return widgets::plainToolTip(
            QStringList {title, described.opType, note}.join(QLatin1Char('\n')).trimmed());
    switch (index.column()) {
    case NodeColumn:
        return title;
    case OperatorColumn:
        return widgets::shownName(described.opType);
    default:
        return note;
    }
}

bool BookmarkModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != NoteColumn || role != Qt::EditRole)
        return false;
    setNote(nodeAt(index.row()), value.toString().trimmed());
    return true;
}

QVariant BookmarkModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NodeColumn:
        return tr("Node");
    case OperatorColumn:
        return tr("Operator");
    default:
        return tr("Note");
    }
}

Qt::ItemFlags BookmarkModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == NoteColumn ? flags | Qt::ItemIsEditable : flags;
}

} // namespace weightless::ui
