// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/images/decoders.h"
#include "engine/images/jpegscans.h"

#include <csetjmp>
#include <cstdio> // jpeglib.h needs it

#include <jerror.h>
#include <jpeglib.h>

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

    explicit Reading(const std::stop_token& stop)
    {
        progress.stop = &stop;
        progress.manager.progress_monitor = leaveIfAsked;
        jpeg.err = jpeg_std_error(&errors.manager);
        errors.manager.error_exit = leave;
        errors.manager.emit_message = note;
    }
    ~Reading() { jpeg_destroy_decompress(&jpeg); }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
};

bool readHeader(Reading& reading, File file)
{
    if (setjmp(reading.errors.place) != 0) { // NOLINT(cert-err52-cpp): how libjpeg reports errors
        return false;
    }
    jpeg_create_decompress(&reading.jpeg);
    reading.jpeg.progress = &reading.progress.manager;
    jpeg_mem_src(&reading.jpeg, reinterpret_cast<const unsigned char*>(file.data()),
        static_cast<unsigned long>(file.size()));
    jpeg_read_header(&reading.jpeg, TRUE);
    const J_COLOR_SPACE space = reading.jpeg.jpeg_color_space;
    reading.jpeg.out_color_space = JCS_RGB;
    return space == JCS_GRAYSCALE || space == JCS_RGB || space == JCS_YCbCr; // not CMYK
}

bool readRows(Reading& reading)
{
    if (setjmp(reading.errors.place) != 0) { // NOLINT(cert-err52-cpp)
        return false;
    }
    jpeg_start_decompress(&reading.jpeg);
    const auto rowBytes = static_cast<size_t>(reading.image->width) * 3;
    // A damaged or shortened stream is a warning to libjpeg, which would make up the rest, however large.
    while (reading.jpeg.output_scanline < reading.jpeg.output_height
        && reading.errors.manager.num_warnings == 0) {
        JSAMPROW row = reading.image->pixels.data() + reading.jpeg.output_scanline * rowBytes;
        jpeg_read_scanlines(&reading.jpeg, &row, 1);
    }
    return reading.errors.manager.num_warnings == 0;
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

std::optional<DecodedPicture> decodeJpeg(File file, const std::stop_token& stop)
{
    if (jpegScanCount(file) > maxJpegScans) {
        throw Error(ErrorKind::Unsupported,
            "The picture is a JPEG file that goes over itself more than " + std::to_string(maxJpegScans)
                + " times, which no encoder does; save it anew if it is to be decoded");
    }
    Reading reading(stop);
    if (!readHeader(reading, file) || !canHaveItsBlocks(reading.jpeg, file)) {
        return std::nullopt;
    }
    reading.image = blankImage(reading.jpeg.image_width, reading.jpeg.image_height);
    const bool isWhole = reading.image && readRows(reading);
    if (stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Decoding a picture was cancelled");
    }
    return isWhole ? std::move(reading.image) : std::nullopt;
}

} // namespace weightless::images
