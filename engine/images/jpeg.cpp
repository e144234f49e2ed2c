// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decoders.h"

#include <csetjmp>
#include <cstdio> // jpeglib.h needs it

#include <jerror.h>
#include <jpeglib.h>

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

// libjpeg leaves by longjmp: whatever has a destructor belongs to the caller of the functions below.
struct Reading {
    jpeg_decompress_struct jpeg {};
    ErrorHandler errors;
    std::optional<DecodedPicture> image;

    Reading()
    {
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

} // namespace

std::optional<DecodedPicture> decodeJpeg(File file)
{
    Reading reading;
    if (!readHeader(reading, file)) {
        return std::nullopt;
    }
    reading.image = blankImage(reading.jpeg.image_width, reading.jpeg.image_height);
    return reading.image && readRows(reading) ? std::move(reading.image) : std::nullopt;
}

} // namespace weightless::images
