// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/fileformat.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace weightless::onnx_io {

namespace {

struct Signature {
    size_t offset;
    std::string_view bytes;
    const char* description;
};

using namespace std::string_view_literals;

// None of these begins a protobuf message with ONNX's field numbers and wire types.
constexpr std::array signatures {
    Signature {0, "PK\x03\x04"sv,
        "a zip archive (a PyTorch checkpoint, or an archive to unpack); export the model to ONNX"},
    Signature {0, "\x80\x02\x8a\x0al\xfc"sv, "an old PyTorch checkpoint; export the model to ONNX"},
    Signature {0, "GGUF"sv, "a GGUF file (llama.cpp)"},
    Signature {0, "\xff\xd8\xff"sv, "a JPEG picture"},
    Signature {0, "\x89PNG"sv, "a PNG picture"},
    Signature {0, "GIF8"sv, "a GIF picture"},
    Signature {0, "RIFF"sv, "a RIFF file (a WebP picture, or sound)"},
    Signature {0, "%PDF"sv, "a PDF document"},
    Signature {0, "\x28\xb5\x2f\xfd"sv, "a Zstandard archive; unpack it first"},
    Signature {0, "7z\xbc\xaf\x27\x1c"sv, "a 7-Zip archive; unpack it first"},
    Signature {0,
        "\x7f"
        "ELF"sv,
        "a program or library"},
    Signature {0, "\x89HDF"sv, "an HDF5 file (Keras); export the model to ONNX"},
    Signature {0, "\x1f\x8b"sv, "a gzip archive; unpack it first"},
    Signature {0, "\x93NUMPY"sv, "a NumPy array"},
    Signature {4, "ORTM"sv, "a model in ONNX Runtime's own format; open the .onnx file it was made from"},
    Signature {4, "TFL3"sv, "a TensorFlow Lite model"},
    Signature {0, "version https://git-lfs"sv,
        "a Git LFS pointer and not the file itself; fetch it with \"git lfs pull\""},
    Signature {0, "<?xml"sv, "an XML file (OpenVINO models come so)"},
};

bool isSafetensors(std::string_view head, uint64_t fileBytes)
{
    if (head.size() < 10 || head[8] != '{' || (head[9] != '"' && head[9] != '}' && head[9] != ' ')) {
        return false;
    }
    uint64_t headerBytes = 0;
    for (size_t i = 0; i < 8; ++i) {
        headerBytes |= static_cast<uint64_t>(static_cast<uint8_t>(head[i])) << (8 * i);
    }
    return headerBytes <= fileBytes - 8;
}

// Printable through and through; a protobuf message has a control character within its first bytes.
bool isText(std::string_view head)
{
    return std::ranges::all_of(head, [](char c) {
        const auto code = static_cast<uint8_t>(c);
        return code >= 0x20 ? code != 0x7f : (c == '\n' || c == '\r' || c == '\t');
    });
}

} // namespace

std::string describeForeignFormat(const ByteSource& file, const std::stop_token& stop)
{
    if (file.sizeBytes() == 0) {
        return "an empty file";
    }
    std::array<char, 512> buffer {};
    const size_t length = static_cast<size_t>(std::min<uint64_t>(buffer.size(), file.sizeBytes()));
    file.readAt(0, std::as_writable_bytes(std::span(buffer).first(length)), stop);
    const std::string_view head(buffer.data(), length);
    for (const Signature& signature : signatures) {
        if (head.size() > signature.offset && head.substr(signature.offset).starts_with(signature.bytes)) {
            return signature.description;
        }
    }
    if (isSafetensors(head, file.sizeBytes())) {
        return "a safetensors file, which has weights and no graph; export the model to ONNX";
    }
    if (std::ranges::all_of(head, [](char c) { return c == '\0'; })) {
        return "nothing but zero bytes; the download may be incomplete";
    }
    return isText(head) ? "a text file" : std::string();
}

} // namespace weightless::onnx_io
