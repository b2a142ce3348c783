"""Encoder–decoders that read a line and write a line."""

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor
from transformers import (
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    EncoderDecoderConfig,
    EncoderDecoderModel,
    GenerationConfig,
    LogitsProcessorList,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)

from explanans.exceptions import InputError
from explanans.learn.neural.automaton import Automaton, Guide, State
from explanans.learn.neural.device import best_device, reproducible
from explanans.learn.neural.pretrained import MINILM, load, locate, locate_encoder, quiet

WINDOW = 512
"""Tokens that are read and written at most."""


class SequenceNetwork:
    """An encoder–decoder on the best device there is.

    Args:
        model: The encoder–decoder.
        tokenizer: Its tokenizer.

    Attributes:
        model: The encoder–decoder.
        tokenizer: Its tokenizer.
        last: The token that ends a line.

    Raises:
        InputError: The tokenizer has no token that ends a line.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer
        last = tokenizer.eos_token_id if tokenizer.eos_token_id is not None else tokenizer.sep_token_id
        if last is None:
            raise InputError("the tokenizer has no token with which a line ends; accepted: one with eos_token")
        self.last = int(last)

    @classmethod
    def open(cls, name: str | Path, what: str) -> "SequenceNetwork":
        """Load an encoder–decoder that is on this machine.

        Args:
            name: Its folder, or a name under which Hugging Face's cache keeps a copy.
            what: What is wanted, to complain where it cannot be loaded.

        Raises:
            InputError: The network is not on this machine, not in safetensors, damaged, or no encoder–decoder.
        """
        return cls(*load(AutoModelForSeq2SeqLM, locate(name, what), what))

    @property
    def window(self) -> int:
        """How many tokens are read and written at most."""
        configs = [getattr(self.model.config, side, self.model.config) for side in ("encoder", "decoder")]
        names = ("max_position_embeddings", "n_positions")
        lengths = [getattr(config, name, None) for config in configs for name in names]
        return min([WINDOW, *(int(length) for length in lengths if length)])

    def read(self, texts: Sequence[str]) -> dict[str, Tensor]:
        """Return what the network reads.

        Args:
            texts: At least one line; one that is longer than the window loses its beginning.

        Returns:
            ``input_ids`` and ``attention_mask``; both of shape (lines, tokens).
        """
        tokens = self.tokenizer(list(texts), padding=True, truncation=True, max_length=self.window, return_tensors="pt")
        return {name: tokens[name].to(self.model.device) for name in ("input_ids", "attention_mask")}

    def write(self, text: str, automaton: Automaton[State], beams: int, count: int = 1) -> list[State]:
        """Return where the lines end that a beam search finds within a language, best first.

        Args:
            text: The line to read.
            automaton: Follows lines through the language.
            beams: How many lines the search keeps; at least as many as are to be returned.
            count: How many results are wanted: for 1 only the best line is returned, else all that the search keeps,
                since two lines may say the same.
        """
        beams = max(beams, count)
        guides = LogitsProcessorList([Guide(automaton)])
        lines = self.search(text, beams, beams if count > 1 else 1, automaton.start.left, guides)
        ends = (automaton.end(line) for line in lines)
        return [end for end in ends if end is not None]

    def search(
        self, text: str, beams: int, count: int, longest: int, guides: LogitsProcessorList | None = None
    ) -> list[list[int]]:
        """Return the tokens of the lines that a beam search finds, best first, after the one with which all start.

        Args:
            text: The line to read.
            beams: How many lines the search keeps.
            count: How many of them to return.
            longest: How many tokens are written at most.
            guides: Change the scores of tokens on the way.
        """
        settings = GenerationConfig(
            num_beams=beams,
            num_return_sequences=count,
            max_new_tokens=longest,
            do_sample=False,
            decoder_start_token_id=self.model.config.decoder_start_token_id,
            eos_token_id=self.last,
            pad_token_id=self.tokenizer.pad_token_id,
        )
        with quiet(), torch.inference_mode():
            lines = self.model.generate(**self.read([text]), generation_config=settings, logits_processor=guides)
        return [line[1:].tolist() for line in lines]


def warm_started(name: str | Path = MINILM, seed: int = 0) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """Return an encoder–decoder that starts from an encoder (Rothe et al. 2020, "bert2bert"), and its tokenizer.

    Both sides have all weights of the encoder. New are the attention of the decoder to what the encoder read and, where
    the encoder has none, the layer on top that chooses words, whose largest part is the encoder's own word vectors.

    Args:
        name: The encoder; see ``locate_encoder``.
        seed: Seeds what is new.

    Raises:
        InputError: The encoder is not on this machine, not in safetensors, damaged, or cannot be a decoder too.
    """
    folder = locate_encoder(name)
    with reproducible(seed):
        encoder, tokenizer = load(AutoModel, folder)
        if encoder.config.is_encoder_decoder:
            raise InputError(f"{folder}: writes already; accepted: an encoder, or this as the checkpoint to start from")
        first = tokenizer.cls_token_id if tokenizer.cls_token_id is not None else tokenizer.bos_token_id
        last = tokenizer.sep_token_id if tokenizer.sep_token_id is not None else tokenizer.eos_token_id
        if None in {first, last, tokenizer.pad_token_id}:
            raise InputError(f"{folder}: the tokenizer has no tokens for start, end and padding, which a decoder needs")
        decoder, _ = load(AutoModelForCausalLM, folder, "decoder", is_decoder=True, add_cross_attention=True)
        if not getattr(decoder.config, "add_cross_attention", False) or not hasattr(decoder, "get_output_embeddings"):
            raise InputError(f"{folder}: cannot be a decoder; accepted: an encoder such as BERT, RoBERTa or ELECTRA")
        config = EncoderDecoderConfig.from_encoder_decoder_configs(encoder.config, decoder.config)
        for part in (config, generation := decoder.generation_config):
            part.decoder_start_token_id, part.eos_token_id, part.pad_token_id = first, last, tokenizer.pad_token_id
        with quiet():
            model = EncoderDecoderModel(config=config, encoder=encoder, decoder=decoder)
        model.generation_config = generation
    return model.eval(), tokenizer
