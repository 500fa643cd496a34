"""A small, readable XLNet."""

from xlnet_mini.config import XLNetConfig
from xlnet_mini.lm_head import XLNetLMHeadModel, XLNetLMOutput
from xlnet_mini.model import XLNetModel, XLNetOutput

__all__ = ["XLNetConfig", "XLNetLMHeadModel", "XLNetLMOutput", "XLNetModel", "XLNetOutput"]
