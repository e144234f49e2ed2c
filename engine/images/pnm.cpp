// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decoders.h"

#include <algorithm>

// Netpbm's formats: bits, greys and colours, each as numbers in text (P1 to P3) or as bytes (P4 to P6).
namespace weightless::images {

namespace {

class Scanner {
public:
    explicit Scanner(File file)
        : m_file(file)
    {
    }

    [[nodiscard]] size_t position() const { return m_position; }
    [[nodiscard]] size_t bytesLeft() const { return m_file.size() - m_position; }
    void skip(size_t bytes) { m_position += std::min(bytes, bytesLeft()); }

    // Behind spaces and comments; nothing where no digit follows, or for more than a picture can have.
    std::optional<uint32_t> number(size_t mostDigits = 9)
    {
        while (m_position < m_file.size() && (isSpace(at(m_position)) || at(m_position) == '#')) {
            if (at(m_position) == '#') {
                while (m_position < m_file.size() && at(m_position) != '\n') {
                    ++m_position;
                }
            } else {
                ++m_position;
            }
        }
        uint32_t value = 0;
        size_t digits = 0;
        for (; digits < mostDigits && m_position < m_file.size() && isDigit(at(m_position)); ++digits) {
            value = value * 10 + static_cast<uint32_t>(at(m_position++) - '0');
        }
        return digits == 0 ? std::nullopt : std::optional(value);
    }

    uint32_t bytes(size_t count)
    {
        uint32_t value = 0;
        for (size_t i = 0; i < count && m_position < m_file.size(); ++i) {
            value = value << 8 | std::to_integer<uint32_t>(m_file[m_position++]);
        }
        return value;
    }

private:
    static bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    [[nodiscard]] char at(size_t position) const { return std::to_integer<char>(m_file[position]); }

    File m_file;
    size_t m_position = 2; // behind the magic number
};

struct Header {
    char kind = 0;
    int64_t width = 0;
    int64_t height = 0;
    uint32_t most = 1;

    [[nodiscard]] bool isText() const { return kind <= '3'; }
    [[nodiscard]] bool isBits() const { return kind == '1' || kind == '4'; }
    [[nodiscard]] size_t channels() const { return kind == '3' || kind == '6' ? 3 : 1; }
    [[nodiscard]] size_t sampleBytes() const { return most > 255 ? 2 : 1; }
    [[nodiscard]] size_t pixelBytes() const
    {
        const auto columns = static_cast<size_t>(width);
        return static_cast<size_t>(height)
            * (isText()        ? columns * channels()
                    : isBits() ? (columns + 7) / 8
                               : columns * channels() * sampleBytes());
    }
};

std::optional<Header> headerOf(File file, Scanner& scanner)
{
    Header header {.kind = std::to_integer<char>(file[1])};
    const auto width = scanner.number();
    const auto height = scanner.number();
    const auto most = header.isBits() ? std::optional<uint32_t>(1) : scanner.number();
    if (!width || !height || !most || *most < 1 || *most > 65535) {
        return std::nullopt;
    }
    header.width = *width;
    header.height = *height;
    header.most = *most;
    if (!header.isText()) {
        scanner.skip(1);
    }
    return header;
}

uint8_t scaled(const Header& header, uint32_t sample)
{
    if (header.isBits()) {
        return sample != 0 ? 0 : 255;
    }
    return static_cast<uint8_t>((std::min(sample, header.most) * 255 + header.most / 2) / header.most);
}

} // namespace

std::optional<DecodedPicture> decodePnm(Decoding& decoding)
{
    const File file = decoding.file;
    Scanner scanner(file);
    const auto header = headerOf(file, scanner);
    if (!header || !decoding.isPossible(header->width, header->height)
        || scanner.bytesLeft() < header->pixelBytes()) {
        return std::nullopt;
    }
    auto image = decoding.blank(header->width, header->height);
    size_t at = 0;
    for (int64_t y = 0; y < header->height; ++y) {
        uint32_t bits = 0;
        for (int64_t x = 0; x < header->width; ++x) {
            for (size_t channel = 0; channel < 3; ++channel) {
                if (channel >= header->channels()) { // grey
                    image->rgba[at] = image->rgba[at - 1];
                    ++at;
                    continue;
                }
                uint32_t sample = 0;
                if (header->isText()) {
                    const auto number = scanner.number(header->isBits() ? 1 : 9);
                    if (!number) {
                        return std::nullopt;
                    }
                    sample = *number;
                } else if (header->isBits()) {
                    bits = x % 8 == 0 ? scanner.bytes(1) : bits << 1;
                    sample = bits & 0x80;
                } else {
                    sample = scanner.bytes(header->sampleBytes());
                }
                image->rgba[at++] = scaled(*header, sample);
            }
            image->rgba[at++] = 255;
        }
    }
    return image;
}

} // namespace weightless::images
