// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/generate/pngfile.h"

#include "engine/base/error.h"
#include "engine/base/outputfile.h"
#include "engine/base/text.h"

#include <cstdint>
#include <vector>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace weightless::cli {

namespace {

constexpr size_t headerBytes = 8 + 25; // the signature and IHDR, which comes first

void appendBigEndian(std::string& bytes, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes += static_cast<char>((value >> static_cast<unsigned>(shift)) & 0xffU);
    }
}

// ISO 3309, as the PNG specification's annex D has it.
uint32_t checksum(std::string_view bytes)
{
    uint32_t sum = 0xffffffffU;
    for (const char byte : bytes) {
        sum ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0xedb88320U : 0);
        }
    }
    return ~sum;
}

// iTXt: key, not compressed, neither language nor translated key, and the text.
std::string textChunk(std::string_view key, std::string_view text)
{
    std::string body = "iTXt";
    body += key;
    body.append(5, '\0'); // the end of the key, two flags, two empty texts' ends
    body += validUtf8(text);
    std::string chunk;
    appendBigEndian(chunk, static_cast<uint32_t>(body.size() - 4));
    chunk += body;
    appendBigEndian(chunk, checksum(body));
    return chunk;
}

void collect(void* context, void* data, int size)
{
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<size_t>(size));
}

} // namespace

void writePng(
    const std::filesystem::path& path, const diffusion::RgbPicture& picture, std::string_view parameters)
{
    std::string png;
    const int width = static_cast<int>(picture.width);
    const int height = static_cast<int>(picture.height);
    const int written =
        stbi_write_png_to_func(collect, &png, width, height, 3, picture.pixels.data(), width * 3);
    if (written == 0 || png.size() < headerBytes) {
        throw Error(ErrorKind::OutOfMemory, "There is no memory to compress the picture in");
    }
    OutputFile file(path);
    file.write(std::string_view(png).substr(0, headerBytes));
    file.write(textChunk("parameters", parameters));
    file.write(std::string_view(png).substr(headerBytes));
    file.commit();
}

} // namespace weightless::cli
