// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/nodetext.h"

#include "engine/base/text.h"
#include "engine/model/datatype.h"
#include "ui/text/text.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <type_traits>

namespace weightless::ui {

namespace {

constexpr qsizetype longestText = 200; // of attributes, and of a string among them

// The bytes of a dense tensor; -1 where a dimension is no number or all are too many.
qint64 bytesOf(const QString& typeName, const QStringList& dimensions)
{
    constexpr quint64 most = quint64 {1} << 60U;
    quint64 elements = 1;
    for (const QString& dimension : dimensions) {
        bool isNumber = false;
        const quint64 extent = dimension.toULongLong(&isNumber);
        if (!isNumber || (extent > 0 && elements > most / extent))
            return -1;
        elements *= extent;
    }
    const std::string wanted = toUtf8(typeName);
    for (int number = 1; number <= static_cast<int>(DataType::Float6E3M2); ++number) {
        const auto type = static_cast<DataType>(number);
        if (toString(type) != wanted || bitWidth(type) == 0)
            continue;
        const std::optional<uint64_t> bytes = byteCount(type, elements);
        return bytes && *bytes < most ? static_cast<qint64>(*bytes) : -1;
    }
    return -1;
}

template <typename T>
QString numbers(const HostTensor& tensor)
{
    constexpr size_t most = 6;
    const auto values = tensor.as<T>();
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator); // a comma stands between elements
    QStringList texts;
    for (size_t i = 0; i < std::min(values.size(), most); ++i) {
        if constexpr (std::is_floating_point_v<T>)
            texts.append(locale.toString(static_cast<double>(values[i]), 'g', 4));
        else
            texts.append(QString::number(values[i]));
    }
    if (values.size() > most)
        texts.append(QStringLiteral("…"));
    const bool hasDecimalComma = std::is_floating_point_v<T> && locale.decimalPoint() == QLatin1Char(',');
    const QString text = texts.join(hasDecimalComma ? QStringLiteral("; ") : QStringLiteral(", "));
    return tensor.descriptor.shape.empty() ? text : QStringLiteral("[%1]").arg(text);
}

// Of the types that shapes, axes and bounds have; of others nothing.
QString valueText(const HostTensor& tensor)
{
    switch (tensor.descriptor.type) {
    case DataType::Int64:
        return numbers<qint64>(tensor);
    case DataType::Int32:
        return numbers<qint32>(tensor);
    case DataType::Float32:
        return numbers<float>(tensor);
    case DataType::Float64:
        return numbers<double>(tensor);
    case DataType::Bool:
    case DataType::UInt8:
        return numbers<quint8>(tensor);
    default:
        return {};
    }
}

QString withTimes(QString shape)
{
    return shape.replace(QStringLiteral(", "), QStringLiteral("×"));
}

} // namespace

QString typeAndShape(const ValueInfo& value)
{
    if (value.kind != "tensor")
        return fromUtf8(value.kind);
    QString text = fromUtf8(toString(value.type));
    if (!value.shape)
        return text;
    SymbolicShape shape = *value.shape;
    for (Dimension& dimension : shape)
        dimension.symbol = shortened(dimension.symbol);
    return text + fromUtf8(toString(shape));
}

widgets::GraphDescription::Value describedValue(const QString& name, const QString& typeAndShape)
{
    widgets::GraphDescription::Value value;
    value.name = name;
    const qsizetype open = typeAndShape.indexOf(QLatin1Char('['));
    value.type = open < 0 ? typeAndShape : typeAndShape.first(open);
    if (open < 0 || !typeAndShape.endsWith(QLatin1Char(']')))
        return value;
    const QString shape = typeAndShape.sliced(open + 1, typeAndShape.size() - open - 2);
    const QStringList dimensions = shape.split(QStringLiteral(", "), Qt::SkipEmptyParts);
    value.sizeBytes = bytesOf(value.type, dimensions);
    value.shape = dimensions.isEmpty() ? QStringLiteral("[]") : withTimes(shape);
    return value;
}

widgets::GraphDescription::Constant describedConstant(
    const TensorRow& row, const std::shared_ptr<const ConstantInfo>& info)
{
    widgets::GraphDescription::Constant constant;
    constant.name = row.name;
    constant.sizeBytes = row.sizeBytes;
    constant.elementCount = row.elementCount;
    constant.isKnown = row.isKnown;
    constant.type = row.type;
    constant.shape = withTimes(QString(row.shape).remove(QLatin1Char('[')).remove(QLatin1Char(']')));
    // Of shapes, axes and bounds the values tell; of a bias its size.
    constexpr qint64 mostShown = 8;
    if (info->value && row.elementCount <= mostShown)
        constant.text = valueText(*info->value);
    return constant;
}

QString attributesText(const Node& node)
{
    QStringList parts;
    for (const Attribute& attribute : node.attributes.all()) {
        if (!constantsIn(attribute.value).empty() || !bodiesOf(attribute.value).empty())
            continue;
        QString text = fromUtf8(toString(attribute.value)).left(longestText);
        if (text.startsWith(QLatin1Char('[')) && text.endsWith(QLatin1Char(']')))
            text = withTimes(text.sliced(1, text.size() - 2));
        parts.append(fromUtf8(attribute.name) + QStringLiteral(" ") + text);
    }
    return parts.join(QStringLiteral(", ")).left(longestText);
}

std::vector<const ConstantInfo*> constantsIn(const AttributeValue& value)
{
    std::vector<const ConstantInfo*> constants;
    if (const auto* tensor = std::get_if<std::shared_ptr<const ConstantInfo>>(&value)) {
        constants.push_back(tensor->get());
    } else if (const auto* tensors = std::get_if<std::vector<std::shared_ptr<const ConstantInfo>>>(&value)) {
        for (const auto& entry : *tensors)
            constants.push_back(entry.get());
    }
    return constants;
}

} // namespace weightless::ui
