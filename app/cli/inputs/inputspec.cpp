// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/inputspec.h"

#include "app/cli/arguments/arguments.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/inputs/tensorio.h"

#include <charconv>
#include <system_error>

namespace weightless::cli {

namespace {

FillNumber numberOf(std::string_view text, double value)
{
    FillNumber number {value, parseInteger(text)};
    uint64_t large = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), large);
    if (!number.whole && result.ec == std::errc() && result.ptr == text.data() + text.size()) {
        number.large = large;
    }
    return number;
}

} // namespace

InputSource parseInputSpec(std::string_view text, ImageRange range)
{
    constexpr std::string_view randomPrefix = "random:";
    if (text == "random") {
        return {};
    }
    if (text.starts_with(randomPrefix)) {
        const auto seed = parseInteger(text.substr(randomPrefix.size()));
        if (!seed || *seed < 0) {
            throw UsageError("'" + std::string(text) + "' needs a whole number from 0 after 'random:'");
        }
        return {.kind = InputKind::Random, .seed = static_cast<uint64_t>(*seed)};
    }
    constexpr std::string_view textPrefix = "text:";
    if (text.starts_with(textPrefix)) {
        return {.kind = InputKind::Text, .text = std::string(text.substr(textPrefix.size()))};
    }
    if (text == "zeros") {
        return {.kind = InputKind::Zeros};
    }
    if (text == "ones") {
        return {.kind = InputKind::Ones};
    }
    if (isTruthWord(text)) {
        return {.kind = InputKind::Number,
            .number = numberOf(text == "true" ? "1" : "0", text == "true" ? 1 : 0)};
    }
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ptr == text.data() + text.size() && result.ec == std::errc::result_out_of_range) {
        throw UsageError("'" + std::string(text) + "' is beyond the numbers that a double holds");
    }
    if (result.ec == std::errc() && result.ptr == text.data() + text.size()) {
        return {.kind = InputKind::Number, .number = numberOf(text, value)};
    }
    const std::filesystem::path path = pathFromUtf8(text);
    if (isTensorFileName(path)) {
        return {.kind = InputKind::File, .path = path};
    }
    return {.kind = InputKind::Image, .path = path, .imageRange = range};
}

bool isTruthWord(std::string_view text)
{
    return text == "true" || text == "false";
}

void checkMeansSomething(const std::string& input, const InputSource& source)
{
    std::error_code error;
    if (source.kind == InputKind::Image && !std::filesystem::exists(source.path, error) && !error) {
        throw Error(ErrorKind::InvalidArgument,
            "Input " + quotedName(input) + ": " + quotedName(displayPath(source.path))
                + " is neither a number, a word of --input (random, zeros, ones, text:…; true and false for "
                  "bool) nor a file");
    }
}

void checkTakesTruth(const std::string& input, DataType type)
{
    if (type != DataType::Bool) {
        throw Error(ErrorKind::InvalidArgument,
            "Input " + quotedName(input) + " is of type " + toString(type)
                + ": 'true' and 'false' are for bool; give it a number or a file");
    }
}

std::string inputHelp()
{
    return "SPEC is FILE.npy or FILE.pb (a serialised TensorProto) of the input's type and shape, an image "
           "file (fitted "
           "to the input's NCHW or NHWC shape, numbers as --image-range says), 'random' or 'random:SEED' "
           "(floats "
           "uniform in "
           "-1 … 1, integers in 0 … 9, other numbers for each name), 'zeros', 'ones', a number that fills "
           "the input, 'true' or 'false' for one of bool, or 'text:TEXT' for "
           "one "
           "of strings (several with ';' between them: a free dimension follows how many they are; where "
           "there "
           "are more strings than texts, these take turns). Inputs that no --input names are "
           "'random:1', but masks of whole numbers 'ones' and types of tokens 'zeros'; one of strings must "
           "be named. Free dimensions follow the shapes of .npy and .pb "
           "files, and a picture's aspect where an input leaves one of two sides free. A sequence or an "
           "optional takes FILE.pb, a serialised SequenceProto or OptionalProto. Values that choose from a "
           "constant, as tokens do, must be among its indices, where they are not random; indices that the "
           "model computes are clamped.";
}

} // namespace weightless::cli
