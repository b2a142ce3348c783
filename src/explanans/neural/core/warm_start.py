"""Encoder–decoders that start from an encoder."""

from pathlib import Path

from transformers import (
    AutoModel,
    AutoModelForCausalLM,
    EncoderDecoderConfig,
    EncoderDecoderModel,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)

from explanans.errors import InputError
from explanans.neural.core.device import reproducible
from explanans.neural.core.pretrained import MINILM, load, locate_encoder, quiet


def warm_started(name: str | Path = MINILM, seed: int = 0) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """Return an encoder–decoder that starts from an encoder (Rothe et al. 2020, "bert2bert"), and its tokenizer.

    Both sides have all weights of the encoder. New are the attention of the decoder to what the encoder read and, where
    the encoder has none, the layer on top that chooses words, whose largest part is the encoder's own word vectors.
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
