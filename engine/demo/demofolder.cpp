// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/demofolder.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/outputfile.h"
#include "engine/demo/demotokenizer.h"

#include <array>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace weightless {

namespace {

struct PartFile {
    DemoPart part;
    const char* folder;
};
constexpr std::array partFiles {PartFile {DemoPart::Sd15Clip, "text_encoder"},
    PartFile {DemoPart::Sd15Unet, "unet"}, PartFile {DemoPart::Sd15Vae, "vae_decoder"}};

constexpr std::string_view schedulerConfig = R"({
  "_class_name": "PNDMScheduler",
  "beta_start": 0.00085,
  "beta_end": 0.012,
  "beta_schedule": "scaled_linear",
  "num_train_timesteps": 1000,
  "prediction_type": "epsilon",
  "set_alpha_to_one": false,
  "skip_prk_steps": true,
  "steps_offset": 1,
  "timestep_spacing": "leading"
}
)";

constexpr std::string_view tokenizerConfig = R"({
  "bos_token": "<|startoftext|>",
  "eos_token": "<|endoftext|>",
  "pad_token": "<|endoftext|>",
  "unk_token": "<|endoftext|>",
  "model_max_length": 77,
  "tokenizer_class": "CLIPTokenizer"
}
)";

constexpr std::string_view decoderConfig = R"({
  "_class_name": "AutoencoderKL",
  "block_out_channels": [128, 256, 512, 512],
  "latent_channels": 4,
  "scaling_factor": 0.18215
}
)";

constexpr std::string_view unetConfig = R"({
  "_class_name": "UNet2DConditionModel",
  "in_channels": 4,
  "out_channels": 4,
  "sample_size": 64
}
)";

constexpr std::string_view modelIndex = R"({
  "_class_name": "OnnxStableDiffusionPipeline",
  "_weightless_demo": "random weights: its pictures are noise",
  "scheduler": ["diffusers", "PNDMScheduler"],
  "text_encoder": ["diffusers", "OnnxRuntimeModel"],
  "tokenizer": ["transformers", "CLIPTokenizer"],
  "unet": ["diffusers", "OnnxRuntimeModel"],
  "vae_decoder": ["diffusers", "OnnxRuntimeModel"]
}
)";

void writeText(const std::filesystem::path& path, std::string_view text)
{
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) {
        throw Error(ErrorKind::Io,
            "The folder " + displayPath(path.parent_path()) + " cannot be made: " + error.message());
    }
    OutputFile file(path);
    file.write(text);
    file.commit();
}

// Takes away a folder that was made for what could not be finished.
class NewFolder {
public:
    explicit NewFolder(std::filesystem::path path)
        : m_path(std::move(path))
    {
        std::error_code error;
        m_isOurs = !std::filesystem::exists(m_path, error) && !error;
    }
    ~NewFolder()
    {
        std::error_code error;
        if (m_isOurs) {
            std::filesystem::remove_all(m_path, error);
        }
    }
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    void keep() { m_isOurs = false; }

private:
    std::filesystem::path m_path;
    bool m_isOurs = false;
};

} // namespace

void writeDemoFolder(const DemoOptions& options, const std::filesystem::path& folder,
    const onnx_io::Progress& onProgress, const std::stop_token& stopToken)
{
    uint64_t total = 0;
    for (const PartFile& each : partFiles) {
        total += totalsOf(demoModel(each.part, options)).constantBytes;
    }
    const DemoTokenizer tokenizer = makeDemoTokenizer();
    NewFolder made(folder);
    writeText(folder / "tokenizer" / "vocab.json", tokenizer.vocabulary);
    writeText(folder / "tokenizer" / "merges.txt", tokenizer.merges);
    writeText(folder / "tokenizer" / "tokenizer_config.json", tokenizerConfig);
    writeText(folder / "scheduler" / "scheduler_config.json", schedulerConfig);
    writeText(folder / "unet" / "config.json", unetConfig);
    writeText(folder / "vae_decoder" / "config.json", decoderConfig);
    writeText(folder / "text_encoder" / "config.json", "{\"model_type\": \"clip_text_model\"}\n");
    uint64_t before = 0;
    for (const PartFile& each : partFiles) {
        uint64_t written = 0;
        const auto progress = [&](uint64_t done, uint64_t) {
            written = done;
            if (onProgress) {
                onProgress(before + done, total);
            }
        };
        writeDemo(each.part, options, folder / each.folder / "model.onnx", progress, stopToken);
        before += written;
    }
    writeText(folder / "model_index.json", modelIndex);
    made.keep();
}

} // namespace weightless
