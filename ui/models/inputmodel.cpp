// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/inputmodel.h"

#include "engine/inputs/tensorio.h"
#include "ui/models/typednumbers.h"
#include "ui/text/text.h"
#include "widgets/plaintext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <limits>
#include <optional>

namespace weightless::ui {

QString toString(InputKind kind)
{
    switch (kind) {
    case InputKind::Random:
        return QCoreApplication::translate("InputKind", "random");
    case InputKind::Zeros:
        return QCoreApplication::translate("InputKind", "zeros");
    case InputKind::Ones:
        return QCoreApplication::translate("InputKind", "ones");
    case InputKind::Number:
        return QCoreApplication::translate("InputKind", "number");
    case InputKind::File:
        return QCoreApplication::translate("InputKind", "file (.npy, .pb)");
    case InputKind::Image:
        return QCoreApplication::translate("InputKind", "image");
    case InputKind::Text:
        return QCoreApplication::translate("InputKind", "text");
    }
    return {};
}

QString toString(InputKind kind, ImageRange range)
{
    if (kind != InputKind::Image)
        return toString(kind);
    switch (range) {
    case ImageRange::ZeroToOne:
        return QCoreApplication::translate("InputKind", "image, 0 … 1");
    case ImageRange::MinusOneToOne:
        return QCoreApplication::translate("InputKind", "image, −1 … 1");
    case ImageRange::Bytes:
        return QCoreApplication::translate("InputKind", "image, 0 … 255");
    case ImageRange::ImageNet:
        return QCoreApplication::translate("InputKind", "image, as ImageNet");
    }
    return {};
}

namespace {

const QStringList pictureEndings {QStringLiteral("png"), QStringLiteral("jpg"), QStringLiteral("jpeg"),
    QStringLiteral("bmp"), QStringLiteral("webp"), QStringLiteral("tif"), QStringLiteral("tiff"),
    QStringLiteral("jp2"), QStringLiteral("ppm"), QStringLiteral("pgm")};

InputSource sourceOf(const GraphPort& input)
{
    return input.descriptor.type == DataType::String ? InputSource {.kind = InputKind::Text}
                                                     : suggestedSource(input.name, input.descriptor.type);
}

} // namespace

InputModel::InputModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void InputModel::setInputs(std::vector<GraphPort> inputs, const std::map<std::string, InputSource>& known)
{
    std::map<std::string, InputSource> before = sources();
    before.insert(known.begin(), known.end());
    beginResetModel();
    m_inputs = std::move(inputs);
    m_sources.clear();
    for (const GraphPort& input : m_inputs) {
        const auto found = before.find(input.name);
        InputSource source = found == before.end() ? sourceOf(input) : found->second;
        // A size of 0 is one step from 1: what was chosen is there again when it is taken back.
        if (source.kind == InputKind::Image && !isImageShape(input.descriptor)
            && elementCount(input.descriptor.shape) != int64_t {0})
            source = sourceOf(input);
        const bool isText = input.descriptor.type == DataType::String;
        if (isText != (source.kind == InputKind::Text) && source.kind != InputKind::File)
            source = sourceOf(input);
        m_sources.push_back(source);
    }
    endResetModel();
}

void InputModel::setShapes(const std::map<std::string, Shape>& shapes)
{
    std::optional<int> first;
    int last = 0;
    for (int row = 0; row < rowCount(); ++row) {
        Shape& shape = m_inputs[static_cast<size_t>(row)].descriptor.shape;
        const auto found = shapes.find(m_inputs[static_cast<size_t>(row)].name);
        if (found == shapes.end() || found->second == shape)
            continue;
        shape = found->second;
        first = first.value_or(row);
        last = row;
    }
    if (first) // told of once: who listens may go through all inputs
        emit dataChanged(index(*first, ShapeColumn), index(last, ShapeColumn));
}

void InputModel::setSource(int row, const InputSource& source)
{
    m_sources[static_cast<size_t>(row)] = source;
    emit dataChanged(index(row, Source), index(row, Value));
}

void InputModel::setSources(const std::map<std::string, InputSource>& sources)
{
    for (size_t i = 0; i < m_inputs.size(); ++i) {
        const auto found = sources.find(m_inputs[i].name);
        if (found != sources.end())
            m_sources[i] = found->second;
    }
    if (rowCount() > 0)
        emit dataChanged(index(0, Source), index(rowCount() - 1, Value));
}

std::map<std::string, InputSource> InputModel::sources() const
{
    std::map<std::string, InputSource> result;
    for (size_t i = 0; i < m_inputs.size(); ++i)
        result.emplace(m_inputs[i].name, m_sources[i]);
    return result;
}

std::map<std::string, InputSource> InputModel::chosenSources() const
{
    std::map<std::string, InputSource> result;
    for (int row = 0; row < rowCount(); ++row) {
        const GraphPort& input = m_inputs[static_cast<size_t>(row)];
        if (source(row) != sourceOf(input) && !(takesFile(row) && source(row).path.empty()))
            result.emplace(input.name, source(row));
    }
    return result;
}

std::vector<std::pair<int, QString>> InputModel::choices(int row) const
{
    const TensorDescriptor& descriptor = m_inputs[static_cast<size_t>(row)].descriptor;
    std::vector<std::pair<int, QString>> result;
    const auto add = [&result](InputKind kind, ImageRange range = ImageRange::ZeroToOne) {
        result.emplace_back(sourceCode(kind, range), toString(kind, range));
    };
    if (descriptor.type == DataType::String) {
        add(InputKind::Text);
        add(InputKind::File);
        return result;
    }
    for (const InputKind kind :
        {InputKind::Random, InputKind::Zeros, InputKind::Ones, InputKind::Number, InputKind::File})
        add(kind);
    if (isImageShape(descriptor)) {
        for (const ImageRange range :
            {ImageRange::ZeroToOne, ImageRange::MinusOneToOne, ImageRange::Bytes, ImageRange::ImageNet})
            add(InputKind::Image, range);
    }
    return result;
}

bool InputModel::takesFile(int row) const
{
    return source(row).kind == InputKind::File || source(row).kind == InputKind::Image;
}

bool InputModel::canTakeFile(int row, const QString& path) const
{
    if (path.isEmpty() || isWebAddress(path))
        return false;
    if (isTensorFileName(toPath(path)))
        return true;
    return isImageShape(m_inputs[static_cast<size_t>(row)].descriptor)
        && pictureEndings.contains(QFileInfo(path).suffix(), Qt::CaseInsensitive);
}

void InputModel::setFile(int row, const QString& path)
{
    InputSource changed = source(row);
    changed.kind = isTensorFileName(toPath(path)) ? InputKind::File : InputKind::Image;
    changed.path = toPath(path);
    setSource(row, changed);
}

int InputModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_inputs.size());
}

int InputModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString InputModel::valueText(const InputSource& source) const
{
    switch (source.kind) {
    case InputKind::Random:
        return QString::number(source.seed);
    case InputKind::Number:
        return textOf(source);
    case InputKind::Text:
        return fromUtf8(source.text);
    case InputKind::File:
    case InputKind::Image:
        return fromPath(source.path);
    default:
        return {};
    }
}

bool InputModel::setValueText(InputSource& source, const QString& text) const
{
    bool isOk = true;
    switch (source.kind) {
    case InputKind::Random:
        source.seed = text.toULongLong(&isOk);
        return isOk;
    case InputKind::Number: {
        const auto numbers = numbersIn(text);
        if (!numbers || text == textOf(source)) // which was only looked at
            return numbers.has_value();
        source.number = numbers->front();
        source.list = numbers->size() > 1 ? *numbers : std::vector<FillNumber>();
        return true;
    }
    case InputKind::Text:
        source.text = text.toStdString();
        return true;
    case InputKind::File:
    case InputKind::Image:
        source.path = toAbsolutePath(text.trimmed());
        if (isTensorFileName(source.path)) // chosen while pictures were asked for
            source.kind = InputKind::File;
        return true;
    default:
        return false;
    }
}

QVariant InputModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const GraphPort& input = m_inputs[static_cast<size_t>(index.row())];
    const InputSource& chosen = source(index.row());
    if (role == SourceRole)
        return static_cast<int>(chosen.kind);
    if (role == Qt::EditRole && index.column() == Source)
        return sourceCode(chosen.kind, chosen.imageRange);
    if (role == Qt::ToolTipRole && index.column() == ShapeColumn)
        return fromUtf8(toString(input.descriptor));
    if (role == Qt::EditRole && index.column() == Value)
        return valueText(chosen);
    const bool isPath = index.column() == Value && takesFile(index.row()) && !chosen.path.empty();
    if (role == Qt::ToolTipRole)
        return widgets::plainToolTip(isPath ? valueText(chosen) : data(index, Qt::DisplayRole).toString());
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return widgets::shownName(fromUtf8(input.name));
    case Type:
        return fromUtf8(toString(input.descriptor.type));
    case ShapeColumn:
        return fromUtf8(weightless::toString(input.descriptor.shape));
    case Source:
        return toString(chosen.kind, chosen.imageRange);
    case Value:
        if (chosen.kind == InputKind::Random)
            return tr("seed %1").arg(chosen.seed);
        if (chosen.kind == InputKind::Text && chosen.text.empty())
            return tr("type a text…");
        if (takesFile(index.row()) && chosen.path.empty())
            return tr("choose…");
        return isPath ? widgets::shownName(fromPath(chosen.path.filename())) : valueText(chosen);
    default:
        return {};
    }
}

bool InputModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    InputSource changed = source(index.row());
    if (index.column() == Source) {
        const int kind = value.toInt() % 256, range = value.toInt() / 256;
        if (kind < 0 || kind > static_cast<int>(InputKind::Text) || range < 0
            || range > static_cast<int>(ImageRange::ImageNet))
            return false;
        if (static_cast<InputKind>(kind) != changed.kind)
            changed.path.clear();
        changed.kind = static_cast<InputKind>(kind);
        changed.imageRange = static_cast<ImageRange>(range);
        const TensorDescriptor& descriptor = m_inputs[static_cast<size_t>(index.row())].descriptor;
        const bool isText = descriptor.type == DataType::String;
        if ((changed.kind == InputKind::Image && !isImageShape(descriptor))
            || (changed.kind != InputKind::File && isText != (changed.kind == InputKind::Text)))
            return false;
    } else if (index.column() != Value || !mistakeIn(index.row(), value.toString()).isEmpty()
        || !setValueText(changed, value.toString())) {
        return false;
    }
    setSource(index.row(), changed);
    return true;
}

Qt::ItemFlags InputModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid())
        return flags;
    const InputKind kind = source(index.row()).kind;
    const bool hasValue = kind != InputKind::Zeros && kind != InputKind::Ones;
    if (index.column() == Source || (index.column() == Value && hasValue))
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant InputModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && section == Value && role == Qt::ToolTipRole)
        return tr("Seed, number or file");
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Input");
    case Type:
        return tr("Type");
    case ShapeColumn:
        return tr("Shape");
    case Source:
        return tr("Source");
    case Value:
        return tr("Value");
    default:
        return {};
    }
}

} // namespace weightless::ui
