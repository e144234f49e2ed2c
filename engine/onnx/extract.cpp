// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/formats/npyheader.h"
#include "engine/onnx/modeloutput.h"
#include "engine/onnx/saver.h"
#include "engine/onnx/tensorbytes.h"
#include "engine/onnx/tensorfile.h"
#include "engine/onnx/wirewriter.h"

#include <onnx/onnx_pb.h>

#include <limits>
#include <memory>

namespace weightless::onnx_io {

using onnx::TensorProto;

namespace {

// What stands before the elements in a TensorProto whose last field is raw_data.
std::string protoHead(const std::filesystem::path& path, const ConstantInfo& constant)
{
    if (constant.sizeBytes > std::numeric_limits<int32_t>::max() - 4096u) {
        throw Error(ErrorKind::InvalidArgument,
            "Cannot write '" + displayPath(path)
                + "': a tensor file holds at most 2 GiB; write .npy instead");
    }
    WireWriter writer;
    for (const int64_t dimension : constant.descriptor.shape) {
        writer.integer(TensorProto::kDimsFieldNumber, dimension);
    }
    writer.integer(TensorProto::kDataTypeFieldNumber, static_cast<int64_t>(constant.descriptor.type));
    writer.text(TensorProto::kNameFieldNumber, constant.name);
    writer.header(TensorProto::kRawDataFieldNumber, constant.sizeBytes);
    return writer.take();
}

} // namespace

void extractTensor(
    const std::filesystem::path& path, const ConstantInfo& constant, const ExtractOptions& options)
{
    const std::string extension = lowerCase(displayPath(path.extension()));
    if (extension != ".npy" && extension != ".pb") {
        throw Error(ErrorKind::InvalidArgument,
            "Cannot write tensor '" + constant.name + "' as '" + displayPath(path)
                + "': expected a name that ends in .npy or .pb");
    }
    if (constant.descriptor.type == DataType::String && extension == ".pb" && constant.value) {
        writeTensorFile(path, *constant.value, constant.name);
        return;
    }
    if (byteCount(constant.descriptor) != constant.sizeBytes) {
        throw Error(ErrorKind::Unsupported,
            "Constant '" + constant.name + "' " + toString(constant.descriptor)
                + " cannot be written: its size in bytes is not known");
    }
    const std::string head = extension == ".npy" ? npyHead(constant.descriptor) : protoHead(path, constant);
    TensorBytesReader reader(options.restore, options.stopToken);
    const std::shared_ptr<const ConstantInfo> borrowed(std::shared_ptr<const ConstantInfo>(), &constant);
    const ByteFiller fill = reader.open(borrowed);
    SliceWriter slices(options.stopToken, options.onProgress, constant.sizeBytes, constant.sizeBytes);
    checkSpace(path, head.size() + constant.sizeBytes);
    OutputFile file(path);
    file.write(head);
    slices.write(file, constant.sizeBytes, fill);
    reader.checkUnchanged();
    file.commit();
}

} // namespace weightless::onnx_io
