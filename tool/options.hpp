// The options of the tool's verbs, and the files that they name.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "evaluate/weights_file.hpp"
#include "training/self_play.hpp"

namespace shirokuro::tool {

// Pairs of a name and a value; std::invalid_argument says in a line what is wrong with them.
class Options {
  public:
    Options(int size, char** words, std::initializer_list<std::string_view> known) {
        for (int i = 2; i < size; i += 2) {
            const std::string word = words[i];
            if (word.rfind("--", 0) != 0) throw std::invalid_argument("'" + word + "' is no option");
            if (std::find(known.begin(), known.end(), word.substr(2)) == known.end())
                throw std::invalid_argument("no option " + word + " here");
            if (i + 1 == size) throw std::invalid_argument(word + " needs a value");
            given_[word.substr(2)] = words[i + 1];
        }
    }

    bool has(const std::string& name) const { return given_.contains(name); }

    std::string text(const std::string& name) const {
        const auto found = given_.find(name);
        if (found == given_.end()) throw std::invalid_argument("--" + name + " is needed");
        return found->second;
    }

    double number(const std::string& name, double otherwise) const {
        if (!has(name)) return otherwise;
        std::size_t length = 0;
        double number = -1;
        try {
            number = std::stod(text(name), &length);
        } catch (const std::exception&) {
            length = 0;
        }
        if (length != text(name).size() || !std::isfinite(number) || number < 0)
            throw std::invalid_argument("--" + name + ": a number from 0 on is needed, not '" + text(name) +
                                        "'");
        return number;
    }

    int whole(const std::string& name, int otherwise, int least, int most) const {
        const double number = this->number(name, otherwise);
        if (number < least || number > most || number != std::floor(number))
            throw std::invalid_argument("--" + name + ": " + std::to_string(least) + "…" +
                                        std::to_string(most) + " are possible, not " + text(name));
        return static_cast<int>(number);
    }

    std::uint64_t seed() const { return static_cast<std::uint64_t>(whole("seed", 1, 0, 2'000'000'000)); }

    int threads() const {
        return whole("threads", static_cast<int>(std::max(1u, std::thread::hardware_concurrency())), 1, 1024);
    }

    const Shape& board() const {
        const Shape* shape = find_shape(text("board"));
        if (shape == nullptr) throw std::invalid_argument("no board '" + text("board") + "'");
        return *shape;
    }

    const Shape& board_with_patterns() const {
        if (!PatternIndex::exists_for(board()))
            throw std::invalid_argument(text("board") +
                                        ": there are patterns for reversi, reversi6, nip, nip40 and nip32");
        return board();
    }

    // The evaluation by a file of weights; without any, by hand.
    Evaluation evaluation(const std::string& name = "weights") const {
        if (!has(name)) return evaluation_named("hand");
        const Evaluation found = evaluation_in(text(name));
        if (!found.serves(board()))
            throw std::invalid_argument(text(name) + ": weights of " + std::string(found.shape->name));
        return found;
    }

  private:
    static Evaluation evaluation_in(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        if (!file) throw std::invalid_argument("cannot read " + path);
        const std::vector<char> contents{std::istreambuf_iterator<char>(file), {}};
        if (contents.size() > 1 && contents[0] == '\x1f' && contents[1] == '\x8b')
            throw std::invalid_argument(path + ": unpack it with gunzip first");
        try {
            return evaluation_by(read_weights(contents));
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(path + ": " + error.what());
        }
    }

    std::map<std::string, std::string> given_;
};

// The whole positions of a file; none if there is no file.
inline std::vector<LabelledPosition> labelled(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return {};
    std::vector<LabelledPosition> found(static_cast<std::size_t>(file.tellg()) / sizeof(LabelledPosition));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(found.data()),
              static_cast<std::streamsize>(found.size() * sizeof(LabelledPosition)));
    return found;
}

inline std::vector<LabelledPosition> labelled_input(const Options& options) {
    const auto found = labelled(options.text("in"));
    if (found.empty()) throw std::invalid_argument(options.text("in") + ": there are no positions in it");
    return found;
}

}  // namespace shirokuro::tool
