// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/npyheader.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace weightless {

namespace {

// NumPy's own limit since version 2; it was 32 before.
constexpr size_t highestRank = 64;

struct TypeName {
    std::string_view name; // kind and bytes
    DataType type;
};

constexpr std::array typeNames {
    TypeName {"b1", DataType::Bool},
    TypeName {"i1", DataType::Int8},
    TypeName {"i2", DataType::Int16},
    TypeName {"i4", DataType::Int32},
    TypeName {"i8", DataType::Int64},
    TypeName {"u1", DataType::UInt8},
    TypeName {"u2", DataType::UInt16},
    TypeName {"u4", DataType::UInt32},
    TypeName {"u8", DataType::UInt64},
    TypeName {"f2", DataType::Float16},
    TypeName {"f4", DataType::Float32},
    TypeName {"f8", DataType::Float64},
    TypeName {"c8", DataType::Complex64},
    TypeName {"c16", DataType::Complex128},
};

// Reads the few Python literals that stand in a header.
class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    [[nodiscard]] bool take(char expected)
    {
        skipSpace();
        if (m_position < m_text.size() && m_text[m_position] == expected) {
            ++m_position;
            return true;
        }
        return false;
    }

    void expect(char expected)
    {
        if (!take(expected)) {
            fail(std::string("expected '") + expected + "'");
        }
    }

    [[nodiscard]] std::string_view quoted()
    {
        const char quote = take('\'') ? '\'' : '"';
        if (quote == '"') {
            expect('"');
        }
        const size_t end = m_text.find(quote, m_position);
        if (end == std::string_view::npos) {
            fail("a text does not end");
        }
        const std::string_view value = m_text.substr(m_position, end - m_position);
        m_position = end + 1;
        return value;
    }

    [[nodiscard]] bool boolean()
    {
        skipSpace();
        for (const bool value : {false, true}) {
            const std::string_view word = value ? "True" : "False";
            if (m_text.substr(m_position).starts_with(word)) {
                m_position += word.size();
                return value;
            }
        }
        fail("expected True or False");
    }

    [[nodiscard]] Shape tuple()
    {
        Shape shape;
        expect('(');
        while (!take(')')) {
            skipSpace();
            int64_t dimension = -1;
            const char* end = m_text.data() + m_text.size();
            const auto result = std::from_chars(m_text.data() + m_position, end, dimension);
            if (result.ec != std::errc() || dimension < 0) {
                fail("expected a dimension");
            }
            if (shape.size() == highestRank) {
                fail("there are more than " + std::to_string(highestRank) + " dimensions");
            }
            m_position = static_cast<size_t>(result.ptr - m_text.data());
            static_cast<void>(take('L')); // Python 2 wrote long integers so
            shape.push_back(dimension);
            if (!take(',')) {
                expect(')');
                break;
            }
        }
        return shape;
    }

    [[nodiscard]] bool isAtEnd()
    {
        skipSpace();
        return m_position == m_text.size();
    }

    [[noreturn]] void fail(const std::string& what) const
    {
        throw Error(ErrorKind::InvalidArgument,
            "its header is broken: " + what + " at character " + std::to_string(m_position));
    }

private:
    void skipSpace()
    {
        m_position = std::min(m_text.find_first_not_of(" \t\r\n", m_position), m_text.size());
    }

    std::string_view m_text;
    size_t m_position = 0;
};

void parseType(std::string_view name, NpyHeader& header)
{
    constexpr std::string_view orders = "<>|=";
    const bool hasOrder = !name.empty() && orders.find(name.front()) != std::string_view::npos;
    const std::string_view plain = hasOrder ? name.substr(1) : name;
    const auto found = std::ranges::find(typeNames, plain, &TypeName::name);
    if (found == typeNames.end()) {
        throw Error(ErrorKind::Unsupported,
            "its elements are \"" + std::string(name.substr(0, 40))
                + "\", expected booleans, integers, float16/32/64 or complex numbers");
    }
    header.descriptor.type = found->type;
    header.isBigEndian = hasOrder && name.front() == '>';
    const size_t width = bitWidth(found->type) / 8;
    const bool isComplex = found->type == DataType::Complex64 || found->type == DataType::Complex128;
    header.numberWidthBytes = isComplex ? width / 2 : width;
}

} // namespace

NpyHeader parseNpyHeader(std::string_view text)
{
    NpyHeader header;
    Parser parser(text);
    std::vector<std::string_view> keys;
    parser.expect('{');
    while (!parser.take('}')) {
        const std::string_view key = parser.quoted();
        parser.expect(':');
        if (std::ranges::find(keys, key) != keys.end()) {
            parser.fail("a second " + std::string(key));
        }
        if (key == "descr") {
            if (parser.take('[')) {
                throw Error(ErrorKind::Unsupported, "its elements are records, expected numbers");
            }
            parseType(parser.quoted(), header);
        } else if (key == "fortran_order") {
            header.isFortranOrder = parser.boolean();
        } else if (key == "shape") {
            header.descriptor.shape = parser.tuple();
        } else {
            parser.fail("unknown key '" + std::string(key.substr(0, 40)) + "'");
        }
        keys.push_back(key);
        if (!parser.take(',')) {
            parser.expect('}');
            break;
        }
    }
    if (keys.size() != 3) {
        parser.fail("descr, fortran_order or shape is missing");
    }
    if (!parser.isAtEnd()) {
        parser.fail("there is more behind the dictionary");
    }
    return header;
}

std::string formatNpyHeader(const TensorDescriptor& descriptor)
{
    const auto found = std::ranges::find(typeNames, descriptor.type, &TypeName::type);
    if (found == typeNames.end()) {
        throw Error(ErrorKind::Unsupported,
            descriptor.type == DataType::String ? "strings do not fit .npy; write a .pb file"
                                                : "NumPy has no " + toString(descriptor.type)
                    + "; convert the tensor, or write a .pb file instead of .npy");
    }
    if (descriptor.shape.size() > highestRank) {
        throw Error(ErrorKind::Unsupported,
            "NumPy has arrays of at most " + std::to_string(highestRank) + " dimensions, not "
                + std::to_string(descriptor.shape.size()) + "; write a .pb file instead of .npy");
    }
    std::string shape;
    for (const int64_t dimension : descriptor.shape) {
        shape += std::to_string(dimension) + ", ";
    }
    if (descriptor.shape.size() > 1) {
        shape.resize(shape.size() - 2);
    } else if (!shape.empty()) {
        shape.pop_back(); // a tuple of one keeps its comma
    }
    const bool isByte = bitWidth(descriptor.type) == 8;
    return std::string("{'descr': '") + (isByte ? "|" : "<") + std::string(found->name)
        + "', 'fortran_order': False, 'shape': (" + shape + "), }";
}

std::string npyHead(const TensorDescriptor& descriptor)
{
    const std::string dictionary = formatNpyHeader(descriptor);
    // Magic, version and length take 10 bytes; the dictionary is padded with spaces and ends with a line
    // break.
    const uint64_t length = alignUp(10 + dictionary.size() + 1, 64) - 10;
    std::string head = "\x93NUMPY";
    head += {1, 0, static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
    return head + dictionary + std::string(length - dictionary.size() - 1, ' ') + "\n";
}

} // namespace weightless
