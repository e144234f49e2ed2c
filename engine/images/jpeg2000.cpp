// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/images/decoders.h"

#include <openjpeg.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

// Grey and RGB pictures, with an opacity or not, whose components are equally large.
namespace weightless::images {

namespace {

struct Source {
    File file;
    size_t position = 0;
};

constexpr auto atEnd = static_cast<OPJ_SIZE_T>(-1);

OPJ_SIZE_T readBytes(void* target, OPJ_SIZE_T bytes, void* handle)
{
    auto& source = *static_cast<Source*>(handle);
    const size_t count = std::min<size_t>(bytes, source.file.size() - source.position);
    if (count == 0) {
        return atEnd;
    }
    std::memcpy(target, source.file.data() + source.position, count);
    source.position += count;
    return count;
}

OPJ_OFF_T skipBytes(OPJ_OFF_T bytes, void* handle)
{
    auto& source = *static_cast<Source*>(handle);
    if (bytes < 0 || static_cast<uint64_t>(bytes) > source.file.size() - source.position) {
        return -1;
    }
    source.position += static_cast<size_t>(bytes);
    return bytes;
}

OPJ_BOOL seek(OPJ_OFF_T position, void* handle)
{
    auto& source = *static_cast<Source*>(handle);
    if (position < 0 || static_cast<uint64_t>(position) > source.file.size()) {
        return OPJ_FALSE;
    }
    source.position = static_cast<size_t>(position);
    return OPJ_TRUE;
}

// A codec and a stream are the same type to openjpeg.h.
template <auto destroy>
struct Deleter {
    template <typename T>
    void operator()(T* owned) const
    {
        destroy(owned);
    }
};
using Stream = std::unique_ptr<opj_stream_t, Deleter<opj_stream_destroy>>;
using Codec = std::unique_ptr<opj_codec_t, Deleter<opj_destroy_codec>>;
using Image = std::unique_ptr<opj_image_t, Deleter<opj_image_destroy>>;

Stream streamOf(Source& source)
{
    Stream stream(opj_stream_default_create(OPJ_TRUE));
    opj_stream_set_user_data(stream.get(), &source, nullptr);
    opj_stream_set_user_data_length(stream.get(), source.file.size());
    opj_stream_set_read_function(stream.get(), readBytes);
    opj_stream_set_skip_function(stream.get(), skipBytes);
    opj_stream_set_seek_function(stream.get(), seek);
    return stream;
}

bool hasOpacity(const opj_image_t& image)
{
    return (image.numcomps == 2 || image.numcomps == 4) && image.comps[image.numcomps - 1].alpha != 0;
}

bool isPlain(const opj_image_t& image)
{
    if (image.numcomps < 1 || image.color_space == OPJ_CLRSPC_SYCC || image.color_space == OPJ_CLRSPC_CMYK
        || image.color_space == OPJ_CLRSPC_EYCC) {
        return false;
    }
    const uint32_t used = hasOpacity(image) ? image.numcomps : image.numcomps >= 3 ? 3 : 1;
    return std::all_of(image.comps, image.comps + used, [&](const opj_image_comp_t& component) {
        return component.w == image.comps[0].w && component.h == image.comps[0].h && component.dx == 1
            && component.dy == 1 && component.prec >= 1 && component.prec <= 16;
    });
}

// The library takes memory for each of the components that a file claims, up to 16,384.
constexpr uint32_t maxComponents = 4;

void refuseManyComponents(uint32_t count)
{
    if (count > maxComponents) {
        throw Error(ErrorKind::Unsupported,
            "The picture is a JPEG 2000 file of " + std::to_string(count) + " components, more than the "
                + std::to_string(maxComponents) + " that are decoded; save it as grey or RGB");
    }
}

// How many components a palette in the boxes before the picture makes of one; 0 without a palette.
uint32_t paletteComponents(File file)
{
    const auto number = [&](size_t at, size_t bytes) {
        uint64_t value = 0;
        for (size_t i = at; i < std::min(at + bytes, file.size()); ++i) {
            value = value << 8U | std::to_integer<uint64_t>(file[i]);
        }
        return value;
    };
    const auto isOf = [&](size_t at, std::string_view type) {
        return std::memcmp(file.data() + at + 4, type.data(), type.size()) == 0;
    };
    for (size_t at = 0; at + 8 <= file.size() && !isOf(at, "jp2c");) {
        const bool isLong = number(at, 4) == 1;
        const size_t header = isLong ? 16 : 8;
        const uint64_t length = isLong ? number(at + 8, 8) : number(at, 4);
        if (isOf(at, "pclr")) {
            return static_cast<uint32_t>(number(at + header + 2, 1)); // behind the number of entries
        }
        const bool holdsBoxes = isOf(at, "jp2h");
        if (!holdsBoxes && (length < header || length > file.size() - at)) {
            break;
        }
        at += holdsBoxes ? header : static_cast<size_t>(length);
    }
    return 0;
}

uint8_t sampleOf(const opj_image_comp_t& component, size_t place)
{
    const int64_t most = (int64_t {1} << component.prec) - 1;
    const int64_t offset = component.sgnd != 0 ? int64_t {1} << (component.prec - 1) : 0;
    const int64_t value = std::clamp<int64_t>(component.data[place] + offset, 0, most);
    return static_cast<uint8_t>(component.prec >= 8 ? value >> (component.prec - 8) : value * 255 / most);
}

} // namespace

std::optional<DecodedPicture> decodeJpeg2000(Decoding& decoding)
{
    const File file = decoding.file;
    Source source {file};
    const bool isBare = !file.empty() && file[0] == std::byte {0xff};
    const Codec codec(opj_create_decompress(isBare ? OPJ_CODEC_J2K : OPJ_CODEC_JP2));
    const Stream stream = streamOf(source);
    opj_dparameters_t parameters {};
    opj_set_default_decoder_parameters(&parameters);
    opj_image_t* read = nullptr;
    if (opj_setup_decoder(codec.get(), &parameters) == OPJ_FALSE
        || opj_read_header(stream.get(), codec.get(), &read) == OPJ_FALSE) {
        return std::nullopt;
    }
    const Image decoded(read);
    refuseManyComponents(decoded->numcomps);
    refuseManyComponents(isBare ? 0 : paletteComponents(file));
    if (!isPlain(*decoded)) {
        return std::nullopt;
    }
    auto image = decoding.blank(decoded->comps[0].w, decoded->comps[0].h);
    if (!image || opj_decode(codec.get(), stream.get(), decoded.get()) == OPJ_FALSE || !isPlain(*decoded)
        || decoded->comps[0].w != static_cast<uint64_t>(image->width)
        || decoded->comps[0].h != static_cast<uint64_t>(image->height)) {
        return std::nullopt;
    }
    const bool isGrey = decoded->numcomps < 3;
    for (uint32_t channel = 0; channel < 4; ++channel) {
        const bool isOpaque = channel == 3 && !hasOpacity(*decoded);
        const uint32_t place = channel == 3 ? decoded->numcomps - 1 : isGrey ? 0 : channel;
        const opj_image_comp_t& component = decoded->comps[place];
        if (component.data == nullptr) {
            return std::nullopt;
        }
        for (size_t i = 0; i < image->rgba.size() / 4; ++i) {
            image->rgba[4 * i + channel] = isOpaque ? 255 : sampleOf(component, i);
        }
    }
    return image;
}

} // namespace weightless::images
