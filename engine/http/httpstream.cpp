// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpstream.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/pages.h"
#include "engine/http/curlfailure.h"
#include "engine/http/curlhandles.h"

#include <algorithm>
#include <array>
#include <new>
#include <vector>

namespace weightless::http {

namespace {

// Of all answers of one exchange, redirects included.
constexpr size_t maxHeaderBytes = 256 * KiB;
constexpr curl_off_t maxRetryAfterSeconds = 366 * 24 * 3600; // a date may be any

// libcurl counts its users and is set up by the first; it asks for this before threads use it.
void initializeOnce()
{
    static const CURLcode result = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (result != CURLE_OK) {
        throw Error(ErrorKind::Internal, std::string("libcurl: ") + curl_easy_strerror(result));
    }
}

} // namespace

struct HttpStream::Internals {
    HttpOptions options;
    std::function<void()> gate;
    // Both null before the first exchange, and after one that did not come to its end.
    MultiHandle multi;
    EasyHandle easy;
    HeaderList headers;
    std::array<char, CURL_ERROR_SIZE> errorText {};
    bool isSecure = false; // the exchange may not leave https
    bool isOpen = false; // the exchange is known to multi
    bool isEnded = false; // libcurl has reported its end
    bool isPaused = false; // libcurl waits because nobody had room
    CURLcode result = CURLE_OK;
    size_t headerBytes = 0; // of all answers of the exchange
    std::span<std::byte> target; // room of the read() in progress
    size_t presentBytes = 0; // of the target
    const Witness* witness = nullptr; // of that read(); or null
    std::vector<std::byte> surplus; // received beyond that room; small
    size_t surplusTaken = 0;

    static size_t onBody(char* bytes, size_t size, size_t count, void* user);
    static size_t onHeader(char* bytes, size_t size, size_t count, void* user);

    size_t receive(const std::byte* bytes, size_t count);
    [[nodiscard]] bool takeSurplus();
    void deliver(std::span<const std::byte> bytes);
    void makeHandles();
    void configure(const HttpRequest& request);
    // Lets libcurl go on once; waits for the network when it has brought nothing that ends `isWanting`.
    template <typename IsWanting>
    void work(const std::stop_token& stop, IsWanting&& isWanting);
    void noteEnd() noexcept;
    void close() noexcept;
    [[nodiscard]] HttpResponse response() const;
    [[nodiscard]] HttpFailure failure() const;
};

namespace {

template <typename Option, typename Value>
void set(CURL* easy, Option option, Value value)
{
    if (const CURLcode code = curl_easy_setopt(easy, option, value); code != CURLE_OK) {
        throw Error(ErrorKind::Internal, std::string("libcurl: ") + curl_easy_strerror(code));
    }
}

} // namespace

size_t HttpStream::Internals::onBody(char* bytes, size_t size, size_t count, void* user)
{
    return static_cast<Internals*>(user)->receive(reinterpret_cast<const std::byte*>(bytes), size * count);
}

// libcurl keeps every line (curl_easy_header); this only bounds them.
size_t HttpStream::Internals::onHeader(char* /*bytes*/, size_t size, size_t count, void* user)
{
    size_t& headerBytes = static_cast<Internals*>(user)->headerBytes;
    headerBytes += size * count;
    return headerBytes <= maxHeaderBytes ? size * count : 0;
}

size_t HttpStream::Internals::receive(const std::byte* bytes, size_t count)
{
    if (target.empty()) {
        isPaused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    const size_t taken = std::min(count, target.size());
    if (taken > presentBytes) { // libcurl brings 16 KiB at a time
        presentBytes = std::min(std::max(taken, presentAtOnce), target.size());
        makePresent(target.first(presentBytes));
    }
    deliver({bytes, taken});
    presentBytes -= taken;
    surplus.insert(surplus.end(), bytes + taken, bytes + count);
    return count;
}

void HttpStream::Internals::deliver(std::span<const std::byte> bytes)
{
    if (witness != nullptr && !bytes.empty()) {
        (*witness)(bytes);
    }
    std::ranges::copy(bytes, target.begin());
    target = target.subspan(bytes.size());
}

// True when the room is full.
bool HttpStream::Internals::takeSurplus()
{
    const size_t taken = std::min(target.size(), surplus.size() - surplusTaken);
    deliver(std::span(surplus).subspan(surplusTaken, taken));
    surplusTaken += taken;
    if (surplusTaken == surplus.size()) {
        surplus.clear();
        surplusTaken = 0;
    }
    return target.empty();
}

void HttpStream::Internals::makeHandles()
{
    multi.reset(curl_multi_init());
    easy.reset(curl_easy_init());
    if (!multi || !easy) {
        easy.reset();
        throw std::bad_alloc();
    }
    curl_multi_setopt(multi.get(), CURLMOPT_MAXCONNECTS, 2L);
}

void HttpStream::Internals::configure(const HttpRequest& request)
{
    CURL* handle = easy.get();
    curl_easy_reset(handle); // keeps the connection
    errorText[0] = '\0';
    set(handle, CURLOPT_ERRORBUFFER, errorText.data());
    set(handle, CURLOPT_URL, request.url->secret().c_str());
    // One exchange at a time is all a connection does, which HTTP/1.1 does with the least in between.
    set(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    set(handle, CURLOPT_FOLLOWLOCATION, 1L);
    set(handle, CURLOPT_MAXREDIRS, static_cast<long>(options.redirectLimit));
    isSecure = request.url->isSecure();
    set(handle, CURLOPT_REDIR_PROTOCOLS_STR, isSecure ? "https" : "http,https");
    set(handle, CURLOPT_NOSIGNAL, 1L);
    set(handle, CURLOPT_QUICK_EXIT, 1L); // a name that takes long to resolve holds up no cancel
    set(handle, CURLOPT_BUFFERSIZE, static_cast<long>(bufferBytes));
    set(handle, CURLOPT_USERAGENT, "weightless");
    set(handle, CURLOPT_CONNECTTIMEOUT_MS,
        static_cast<long>(std::chrono::milliseconds(options.connectTimeout).count()));
    set(handle, CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(options.stallBytesPerSecond));
    set(handle, CURLOPT_LOW_SPEED_TIME, static_cast<long>(options.stallTimeout.count()));
    if (!options.certificates.empty()) {
        set(handle, CURLOPT_CAINFO, displayPath(options.certificates).c_str());
    }
    set(handle, CURLOPT_WRITEFUNCTION, &onBody);
    set(handle, CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(handle, CURLOPT_HEADERFUNCTION, &onHeader);
    set(handle, CURLOPT_HEADERDATA, static_cast<void*>(this));
    // Ranges count bytes of the file, not of something compressed.
    headers.reset(curl_slist_append(nullptr, "Accept-Encoding: identity"));
    if (request.range) {
        set(handle, CURLOPT_RANGE,
            (std::to_string(request.range->first) + "-" + std::to_string(request.range->last)).c_str());
        if (!request.ifRange.empty()) {
            headers.reset(curl_slist_append(headers.release(), ("If-Range: " + request.ifRange).c_str()));
        }
    }
    if (!headers) {
        throw std::bad_alloc();
    }
    set(handle, CURLOPT_HTTPHEADER, headers.get());
}

template <typename IsWanting>
void HttpStream::Internals::work(const std::stop_token& stop, IsWanting&& isWanting)
{
    if (stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Reading from the network was cancelled");
    }
    if (gate) {
        gate();
    }
    int running = 0;
    CURLMcode code = curl_multi_perform(multi.get(), &running);
    if (code == CURLM_OK && running > 0 && isWanting()) {
        // Woken by data and by a stop request; libcurl's own timers cut the wait where they need to.
        const std::stop_callback wake(stop, [this] { curl_multi_wakeup(multi.get()); });
        code = curl_multi_poll(multi.get(), nullptr, 0, 1000, nullptr);
    }
    if (code != CURLM_OK) {
        throw Error(ErrorKind::Internal, std::string("libcurl: ") + curl_multi_strerror(code));
    }
    noteEnd();
}

void HttpStream::Internals::close() noexcept
{
    if (!isOpen) {
        return;
    }
    if (!isEnded && !isPaused) { // a body that was read to its end is noticed, so the connection may stay
        int running = 0;
        curl_multi_perform(multi.get(), &running);
        noteEnd();
    }
    curl_multi_remove_handle(multi.get(), easy.get());
    isOpen = false;
    if (!isEnded || result != CURLE_OK) { // the connection is lost, and an address that is not followed stays
        easy.reset();
        multi.reset();
    }
    surplus.clear();
    surplusTaken = 0;
    target = {};
    isPaused = false;
}

void HttpStream::Internals::noteEnd() noexcept
{
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
        if (message->msg == CURLMSG_DONE) {
            isEnded = true;
            result = message->data.result;
        }
    }
}

HttpResponse HttpStream::Internals::response() const
{
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    HttpResponse response =
        readFields(static_cast<int>(status), [this](const char* name) -> std::optional<std::string> {
            constexpr int lastAnswer = -1;
            curl_header* field = nullptr;
            const CURLHcode code = curl_easy_header(easy.get(), name, 0, CURLH_HEADER, lastAnswer, &field);
            return code == CURLHE_OK ? std::optional<std::string>(field->value) : std::nullopt;
        });
    curl_off_t length = -1;
    if (curl_easy_getinfo(easy.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length) == CURLE_OK
        && length >= 0) {
        response.contentLength = static_cast<uint64_t>(length);
    }
    curl_off_t seconds = 0; // a number of seconds or a date in the header, seconds from now here
    if (curl_easy_getinfo(easy.get(), CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0) {
        response.retryAfter = std::chrono::seconds(std::min<curl_off_t>(seconds, maxRetryAfterSeconds));
    }
    return response;
}

HttpFailure HttpStream::Internals::failure() const
{
    if (headerBytes > maxHeaderBytes) {
        return {
            "the server sends a header of more than " + formatBytes(maxHeaderBytes) + "; check the address",
            false};
    }
    const std::string detail = errorText[0] != '\0' ? errorText.data() : curl_easy_strerror(result);
    return describeFailure({easy.get(), result, detail, isSecure, options.redirectLimit});
}

HttpStream::HttpStream(const HttpOptions& options)
    : m_internals(std::make_unique<Internals>())
{
    initializeOnce();
    m_internals->options = options;
}

HttpStream::~HttpStream()
{
    close();
}

void HttpStream::setGate(std::function<void()> gate)
{
    m_internals->gate = std::move(gate);
}

std::optional<HttpFailure> HttpStream::open(
    const HttpRequest& request, HttpResponse& response, const std::stop_token& stop)
{
    Internals& internals = *m_internals;
    internals.close();
    if (!internals.easy) {
        internals.makeHandles();
    }
    internals.headerBytes = 0;
    internals.isEnded = false;
    internals.result = CURLE_OK;
    internals.configure(request);
    if (curl_multi_add_handle(internals.multi.get(), internals.easy.get()) != CURLM_OK) {
        throw Error(ErrorKind::Internal, "libcurl takes no request");
    }
    internals.isOpen = true;
    // The body's first bytes pause the exchange, and by then the header that counts is complete.
    while (!internals.isEnded && !internals.isPaused) {
        internals.work(stop, [&] { return !internals.isPaused; });
    }
    if (internals.isEnded && internals.result != CURLE_OK) {
        return internals.failure();
    }
    response = internals.response();
    return std::nullopt;
}

HttpStream::Read HttpStream::read(
    std::span<std::byte> target, const std::stop_token& stop, const Witness& witness)
{
    // After a stop libcurl may bring more while the stream closes: the room is the caller's again by then.
    struct Room {
        Internals& internals;
        ~Room()
        {
            internals.target = {};
            internals.witness = nullptr;
        }
    };
    Internals& internals = *m_internals;
    const Room room {internals};
    const size_t wanted = target.size();
    internals.target = target;
    internals.witness = witness ? &witness : nullptr;
    internals.presentBytes = 0;
    if (internals.takeSurplus()) {
        return {wanted, std::nullopt};
    }
    if (internals.isPaused) {
        internals.isPaused = false;
        curl_easy_pause(internals.easy.get(), CURLPAUSE_CONT); // delivers what it had at once
    }
    while (!internals.isEnded && !internals.target.empty()) {
        internals.work(stop, [&] { return !internals.target.empty(); });
    }
    const size_t received = wanted - internals.target.size();
    if (received < wanted && internals.result != CURLE_OK) {
        return {received, internals.failure()};
    }
    return {received, std::nullopt};
}

void HttpStream::close() noexcept
{
    m_internals->close();
}

} // namespace weightless::http
