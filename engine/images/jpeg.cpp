// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/images/decoders.h"
#include "engine/images/jpegscans.h"
#include "engine/images/orientation.h"

#include <csetjmp>
#include <cstdio> // jpeglib.h needs it

#include <jerror.h>
#include <jpeglib.h>

#include <cstring>
#include <string>

// libjpeg-turbo's own upsampling is the one that ImageDecoder's text prescribes.
namespace weightless::images {

namespace {

struct ErrorHandler {
    jpeg_error_mgr manager {}; // first: libjpeg hands out its address
    std::jmp_buf place {};
};

[[noreturn]] void leave(j_common_ptr common)
{
    std::longjmp(reinterpret_cast<ErrorHandler*>(common->err)->place, 1); // NOLINT(cert-err52-cpp)
}

// Bytes between markers and versions nobody knows are in files that every viewer shows; what else libjpeg
// warns of leaves pixels that it made up.
void note(j_common_ptr common, int level)
{
    const int code = common->err->msg_code;
    if (level < 0 && code != JWRN_EXTRANEOUS_DATA && code != JWRN_ADOBE_XFORM && code != JWRN_JFIF_MAJOR) {
        ++common->err->num_warnings;
    }
}

struct Progress {
    jpeg_progress_mgr manager {}; // first, as above
    const std::stop_token* stop = nullptr;
};

// Called for every row of blocks of every pass.
void leaveIfAsked(j_common_ptr common)
{
    const auto* jpeg = reinterpret_cast<j_decompress_ptr>(common);
    if (reinterpret_cast<const Progress*>(common->progress)->stop->stop_requested()
        || jpeg->input_scan_number > static_cast<int>(maxJpegScans)) {
        leave(common);
    }
}

// libjpeg leaves by longjmp: whatever has a destructor belongs to the caller of the functions below.
struct Reading {
    jpeg_decompress_struct jpeg {};
    ErrorHandler errors;
    Progress progress;
    std::optional<DecodedPicture> image;

    explicit Reading(const Decoding& decoding)
    {
        progress.stop = &decoding.stop;
        progress.manager.progress_monitor = leaveIfAsked;
        jpeg.err = jpeg_std_error(&errors.manager);
        errors.manager.error_exit = leave;
        errors.manager.emit_message = note;
    }
    ~Reading() { jpeg_destroy_decompress(&jpeg); }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
};

bool isOfInks(const jpeg_decompress_struct& jpeg)
{
    return jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
}

bool readHeader(Reading& reading, const Decoding& decoding)
{
    constexpr int exifMarker = JPEG_APP0 + 1;
    constexpr unsigned longestSegment = 0xffff;
    if (setjmp(reading.errors.place) != 0) { // NOLINT(cert-err52-cpp): how libjpeg reports errors
        return false;
    }
    jpeg_create_decompress(&reading.jpeg);
    reading.jpeg.progress = &reading.progress.manager;
    jpeg_mem_src(&reading.jpeg, reinterpret_cast<const unsigned char*>(decoding.file.data()),
        static_cast<unsigned long>(decoding.file.size()));
    if (decoding.isTurned) {
        jpeg_save_markers(&reading.jpeg, exifMarker, longestSegment);
    }
    jpeg_read_header(&reading.jpeg, TRUE);
    const J_COLOR_SPACE space = reading.jpeg.jpeg_color_space;
    reading.jpeg.out_color_space = isOfInks(reading.jpeg) ? JCS_CMYK : JCS_EXT_RGBA;
    return isOfInks(reading.jpeg) || space == JCS_GRAYSCALE || space == JCS_RGB || space == JCS_YCbCr;
}

bool readRows(Reading& reading)
{
    if (setjmp(reading.errors.place) != 0) { // NOLINT(cert-err52-cpp)
        return false;
    }
    jpeg_start_decompress(&reading.jpeg);
    const auto rowBytes = static_cast<size_t>(reading.image->width) * 4;
    // A damaged or shortened stream is a warning to libjpeg, which would make up the rest, however large.
    while (reading.jpeg.output_scanline < reading.jpeg.output_height
        && reading.errors.manager.num_warnings == 0) {
        JSAMPROW row = reading.image->rgba.data() + reading.jpeg.output_scanline * rowBytes;
        jpeg_read_scanlines(&reading.jpeg, &row, 1);
    }
    return reading.errors.manager.num_warnings == 0;
}

// Of four inks, which files of Adobe's programs, nearly all of these, keep as what they leave of the light.
void becomeLight(DecodedPicture& picture, bool isOfAdobe)
{
    for (size_t at = 0; at + 4 <= picture.rgba.size(); at += 4) {
        uint8_t* pixel = &picture.rgba[at];
        const auto lightOf = [&](size_t ink) { return isOfAdobe ? pixel[ink] : 255 - pixel[ink]; };
        const int black = lightOf(3);
        for (size_t colour = 0; colour < 3; ++colour) {
            pixel[colour] = static_cast<uint8_t>((lightOf(colour) * black + 127) / 255);
        }
        pixel[3] = 255;
    }
}

int orientationOf(const jpeg_decompress_struct& jpeg)
{
    constexpr std::string_view begin("Exif\0\0", 6);
    for (const jpeg_marker_struct* marker = jpeg.marker_list; marker != nullptr; marker = marker->next) {
        const auto segment = std::as_bytes(std::span(marker->data, marker->data_length));
        if (segment.size() > begin.size() && std::memcmp(segment.data(), begin.data(), begin.size()) == 0) {
            return exifOrientation(segment.subspan(begin.size()));
        }
    }
    return 1;
}

// Huffman's codes take a bit at least, and every block has one in the first pass: what has fewer is cut off,
// and no memory is taken for its pixels.
bool canHaveItsBlocks(const jpeg_decompress_struct& jpeg, File file)
{
    uint64_t blocks = 0;
    for (int i = 0; i < jpeg.num_components; ++i) {
        blocks += uint64_t {jpeg.comp_info[i].width_in_blocks} * jpeg.comp_info[i].height_in_blocks;
    }
    return jpeg.arith_code != FALSE || blocks / 8 <= file.size();
}

} // namespace

std::optional<DecodedPicture> decodeJpeg(Decoding& decoding)
{
    if (jpegScanCount(decoding.file) > maxJpegScans) {
        throw Error(ErrorKind::Unsupported,
            "The picture is a JPEG file that goes over itself more than " + std::to_string(maxJpegScans)
                + " times, which no encoder does; save it anew if it is to be decoded");
    }
    Reading reading(decoding);
    if (!readHeader(reading, decoding)) {
        return std::nullopt;
    }
    reading.image = canHaveItsBlocks(reading.jpeg, decoding.file)
        ? decoding.blank(reading.jpeg.image_width, reading.jpeg.image_height)
        : std::nullopt;
    const bool isWhole = reading.image && readRows(reading);
    if (decoding.stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Decoding a picture was cancelled");
    }
    if (!isWhole) {
        return std::nullopt;
    }
    if (isOfInks(reading.jpeg)) {
        becomeLight(*reading.image, reading.jpeg.saw_Adobe_marker != FALSE);
    }
    return upright(std::move(*reading.image), orientationOf(reading.jpeg));
}

} // namespace weightless::images
