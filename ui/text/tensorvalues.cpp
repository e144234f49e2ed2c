// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/tensorvalues.h"

#include "engine/model/narrowtypes.h"
#include "ui/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace weightless::ui {

namespace {

constexpr qsizetype longestString = 80;
constexpr size_t mostDimensions = 8; // that brackets tell apart

// As few digits as tell the number from its neighbours.
template <typename Float>
QString shortest(Float value)
{
    std::array<char, 32> text {};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return QString::fromLatin1(text.data(), end - text.data());
}

template <typename Float>
QString complexText(const HostTensor& tensor, size_t index)
{
    const auto parts = tensor.as<Float>().subspan(2 * index, 2);
    const QString imaginary = shortest(parts[1]);
    return shortest(parts[0]) + (imaginary.startsWith(QLatin1Char('-')) ? QString() : QStringLiteral("+"))
        + imaginary + QLatin1Char('i');
}

QString stringText(const std::string& string)
{
    QString text = fromUtf8(string);
    if (text.size() > longestString)
        text = text.first(longestString) + QChar(0x2026);
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QString elementOf(const HostTensor& tensor, size_t index)
{
    constexpr int digitsOfNarrow = 5; // more than 16 bits have
    switch (tensor.descriptor.type) {
    case DataType::String:
        return stringText(tensor.strings[index]);
    case DataType::Bool:
        return elementAsInt64(tensor, index) != 0 ? QStringLiteral("true") : QStringLiteral("false");
    case DataType::Float32:
        return shortest(tensor.as<float>()[index]);
    case DataType::Float64:
        return shortest(tensor.as<double>()[index]);
    case DataType::Complex64:
        return complexText<float>(tensor, index);
    case DataType::Complex128:
        return complexText<double>(tensor, index);
    case DataType::UInt64:
        return QString::number(tensor.as<uint64_t>()[index]);
    default:
        return isInteger(tensor.descriptor.type) || isNarrowInteger(tensor.descriptor.type)
            ? QString::number(elementAsInt64(tensor, index))
            : QString::number(elementAsDouble(tensor, index), 'g', digitsOfNarrow);
    }
}

// How many elements there are bytes or strings for.
qint64 heldBy(const HostTensor& tensor)
{
    if (tensor.descriptor.type == DataType::String)
        return static_cast<qint64>(tensor.strings.size());
    const unsigned width = bitWidth(tensor.descriptor.type);
    return width == 0 ? 0 : static_cast<qint64>(tensor.bytes.size() * 8 / width);
}

class Writer {
public:
    Writer(const HostTensor& tensor, qint64 most)
        : m_tensor(tensor)
        , m_shape(tensor.descriptor.shape)
        , m_end(std::min(most, heldBy(tensor)))
    {
        if (m_shape.size() > mostDimensions)
            m_shape = {heldBy(tensor)};
    }

    QString write()
    {
        add(0);
        return m_text;
    }

private:
    void add(size_t dimension)
    {
        if (dimension == m_shape.size()) {
            m_text +=
                m_next < m_end ? elementOf(m_tensor, static_cast<size_t>(m_next)) : QString(QChar(0x2026));
            ++m_next;
            return;
        }
        m_text += QLatin1Char('[');
        for (qint64 i = 0; i < m_shape[dimension] && m_next <= m_end; ++i) {
            if (i > 0)
                m_text += QStringLiteral(", ");
            if (m_next == m_end && i > 0) { // what does not fit begins here
                m_text += QChar(0x2026);
                ++m_next;
            } else {
                add(dimension + 1);
            }
        }
        m_text += QLatin1Char(']');
    }

    const HostTensor& m_tensor;
    Shape m_shape;
    qint64 m_end;
    qint64 m_next = 0; // element; behind the end once that has been said
    QString m_text;
};

} // namespace

QString tensorValues(const HostTensor& tensor, qint64 most)
{
    // Nothing else bounds how many empty lists there are.
    if (tensor.elementCount() == 0)
        return QStringLiteral("[]");
    return Writer(tensor, most).write();
}

} // namespace weightless::ui
